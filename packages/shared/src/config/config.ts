import type { ValuesOf } from './field.js';
import { chatFields } from './fields/chat.js';
import { crawlingFields } from './fields/crawling.js';
import { modelFields } from './fields/models.js';
import { ragFields } from './fields/rag.js';
import { searchLoopFields } from './fields/search-loop.js';
import { serverFields } from './fields/server.js';
import { serviceFields } from './fields/services.js';

/** Every variable of the system, by group; the one place that names them. */
export const configFields = {
  searchLoop: searchLoopFields,
  rag: ragFields,
  models: modelFields,
  services: serviceFields,
  crawling: crawlingFields,
  chat: chatFields,
  server: serverFields,
} as const;

/** The configuration: read once at start, frozen, passed down. */
export type Config = {
  readonly [Group in keyof typeof configFields]: ValuesOf<(typeof configFields)[Group]>;
};
