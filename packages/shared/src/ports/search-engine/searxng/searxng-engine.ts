import { ExchangeError, exchange } from '../../http/exchange.js';
import { joinPath, parseServiceAddress } from '../../http/service-address.js';
import type { SearchEngine, SearchOutcome } from '../search-engine.js';
import { adviceFor } from './check-advice.js';
import { plainQuery } from './plain-query.js';
import { exchangeOutcome, readOutcome } from './read-outcome.js';
import { createOutageMemory } from './recent-outage.js';

/** A server that speaks SearXNG's JSON. */
export interface SearxngOptions {
  /** What outcomes call it. */
  name: string;
  /** Root of the server, with or without a path. */
  baseUrl: string;
  /** Limit of one request, in ms, > 0. */
  timeoutMs: number;
  /** Present time in ms; Date.now when left out. */
  now?: () => number;
}

const headers = {
  accept: 'application/json',
  // SearXNG's own bot detection refuses requests that name no language.
  'accept-language': 'en',
  'user-agent': 'agentic-search',
};

/**
 * Gives a SearchEngine on `GET /search?q=…&format=json` of SearXNG or searx. Command syntax in a query is dropped
 * (see `plainQuery`); a query that is nothing else finds nothing. Sends nothing yet; throws InvalidInputError
 * (`invalid_service_url`) for an address that cannot be used.
 */
export function createSearxngEngine(options: SearxngOptions): SearchEngine {
  const { name, timeoutMs } = options;
  const address = joinPath(parseServiceAddress(options.baseUrl, `${name}_url`), 'search');
  const throughMemory = createOutageMemory(options.now ?? Date.now);

  async function ask(query: string, limit: number, signal: AbortSignal): Promise<SearchOutcome> {
    const url = new URL(address);
    url.searchParams.set('q', query);
    url.searchParams.set('format', 'json');
    try {
      const answer = await exchange({
        method: 'GET',
        url,
        headers,
        timeoutMs,
        maxBytes: 8 * 1024 * 1024,
        signal,
      });
      return readOutcome(name, answer, limit);
    } catch (error) {
      if (error instanceof ExchangeError) return exchangeOutcome(name, error);
      throw error;
    }
  }

  return {
    name,
    async search(query, { limit, signal }) {
      const words = plainQuery(query);
      if (words === '') return { kind: 'results', engine: name, hits: [], unresponsive: [] };
      return throughMemory(await ask(words, limit, signal));
    },
    async check({ signal }) {
      const outcome = await ask('test', 1, signal);
      if (outcome.kind === 'unavailable') {
        return { ok: false, detail: `${outcome.code}: ${outcome.detail}`, advice: adviceFor(name, outcome) };
      }
      const silent = outcome.unresponsive.map((engine) => `${engine.name} (${engine.reason})`).join(', ');
      return {
        ok: true,
        detail: silent ? `answers JSON; not responding: ${silent}` : 'answers JSON',
        advice: null,
      };
    },
  };
}
