import type { Caller } from '@agentic-search/shared/access';
import type { Config } from '@agentic-search/shared/config';
import type { Endings, EventHub } from '@agentic-search/shared/events';
import type { JobQueues } from '@agentic-search/shared/jobs';
import type { Logger } from '@agentic-search/shared/logging';
import type { SearchRecords } from '@agentic-search/shared/records';
import type { KnowledgeService, SearchService } from '@agentic-search/shared/services';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { Redis } from 'ioredis';
import type { OpenStreams } from './events/open-streams.js';
import type { Readiness } from './ops/readiness.js';

/** Everything the app is built from; who makes a part closes it. Times in ms. */
export interface AppParts {
  config: Config;
  logger: Logger;
  /** Producer connection: fails fast. */
  redis: Redis;
  /** First part of every key. */
  prefix: string;
  records: SearchRecords;
  queues: JobQueues;
  hub: EventHub;
  endings: Endings;
  searches: SearchService;
  knowledge: KnowledgeService;
  readiness: Readiness;
  /** Event streams that are open; a shutdown ends them. */
  streams: OpenStreams;
  /** How often an event stream looks at the record even when nothing was told, and the silence before a comment. */
  eventTiming: { pollMs: number; heartbeatMs: number };
  now: () => number;
}

/** What requests carry through the app. */
export interface ApiEnv {
  Bindings: Partial<HttpBindings>;
  Variables: {
    requestId: string;
    /** null: nobody showed a key that is known. */
    caller: Caller | null;
  };
}

export type ApiContext = Context<ApiEnv>;
export type Handler = (c: ApiContext) => Promise<Response> | Response;

/** The caller of a guarded route. */
export function callerOf(c: ApiContext): Caller {
  const caller = c.get('caller');
  if (!caller) throw new Error('a route without a guard asked for its caller');
  return caller;
}
