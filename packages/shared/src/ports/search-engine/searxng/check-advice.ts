import type { SearchOutcome } from '../search-engine.js';

/** Says what to do about an engine that is unavailable; `engine` is the adapter's name. */
export function adviceFor(engine: string, outcome: Extract<SearchOutcome, { kind: 'unavailable' }>): string {
  if (engine === 'documents') return 'Start the documents engine and check its URL (SEARCH_DOCUMENTS).';
  switch (outcome.code) {
    case 'engine_unreachable':
    case 'engine_timeout':
      return 'Check SEARXNG_URL and that the server runs and can be reached from here.';
    case 'engine_blocked':
      return 'Add "json" to search.formats in settings.yml of the SearXNG server, and let this host pass its limiter.';
    case 'engine_rate_limited':
      return 'Let this host pass the limiter of the SearXNG server (limiter.toml, pass_ip), or ask less often.';
    case 'engine_bad_reply':
      return 'SEARXNG_URL must be the root of a SearXNG server whose settings.yml has "json" in search.formats.';
    case 'engines_unresponsive':
      return 'See the server’s /stats/errors page; switch on other engines, or wait until the suspension ends.';
  }
}
