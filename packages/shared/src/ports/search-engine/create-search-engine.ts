import { type FieldFault, InvalidInputError } from '../../errors/app-error.js';
import { createChainEngine } from './chain/chain-engine.js';
import { createLocalDocumentsEngine } from './local-documents/local-documents-engine.js';
import type { SearchEngine } from './search-engine.js';
import { createSearxngEngine } from './searxng/searxng-engine.js';

/** Engines of this version, in the order in which they are asked where none is configured. */
export const searchEngineNames = ['searxng', 'documents'] as const;

type EngineName = (typeof searchEngineNames)[number];

/** What decides which search engines there are. Empty strings count as not set. */
export interface CreateSearchEngineOptions {
  searxngUrl: string | null;
  /** Root of the documents engine's process. */
  documentsUrl: string | null;
  /** Names in the order of asking (`SEARCH_ENGINES`); null or empty: whatever has a URL, searxng first. */
  order: readonly string[] | null;
  /** Limit of one request, in ms; 15,000 when left out. */
  timeoutMs?: number;
}

/**
 * Gives the search engine (a chain where there are several), or null when none is configured. Sends nothing. Throws
 * InvalidInputError: `unknown_search_engine` with every name that is unknown, given twice or without a URL;
 * `invalid_service_url`.
 */
export function createSearchEngine(options: CreateSearchEngineOptions): SearchEngine | null {
  const urls: Record<EngineName, string | null> = {
    searxng: options.searxngUrl || null,
    documents: options.documentsUrl || null,
  };
  const order = options.order ?? [];
  const faults = order.flatMap((name, index) => nameFault(name, order.indexOf(name) !== index, urls));
  if (faults.length > 0) {
    const detail = faults.map((fault) => fault.message).join('; ');
    throw new InvalidInputError('unknown_search_engine', detail, faults);
  }
  const names = order.length > 0 ? order.filter(isEngineName) : [...searchEngineNames];
  const engines = names.flatMap((name) => {
    const baseUrl = urls[name];
    return baseUrl === null ? [] : [adapters[name](baseUrl, options.timeoutMs ?? 15_000)];
  });
  return engines.length > 1 ? createChainEngine(engines) : (engines[0] ?? null);
}

const adapters: Record<EngineName, (baseUrl: string, timeoutMs: number) => SearchEngine> = {
  searxng: (baseUrl, timeoutMs) => createSearxngEngine({ name: 'searxng', baseUrl, timeoutMs }),
  documents: (baseUrl, timeoutMs) => createLocalDocumentsEngine({ baseUrl, timeoutMs }),
};

function isEngineName(name: string): name is EngineName {
  return (searchEngineNames as readonly string[]).includes(name);
}

function nameFault(name: string, again: boolean, urls: Record<EngineName, string | null>): FieldFault[] {
  if (!isEngineName(name)) {
    return [
      {
        path: 'order',
        message: `search engine "${name}" is unknown; there are ${searchEngineNames.join(', ')}`,
      },
    ];
  }
  if (again) return [{ path: 'order', message: `search engine "${name}" is named twice` }];
  return urls[name] === null
    ? [{ path: 'order', message: `search engine "${name}" has no URL configured` }]
    : [];
}
