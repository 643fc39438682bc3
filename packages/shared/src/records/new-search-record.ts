import type { SearchRecord } from './search-record.js';
import type { SearchRequest } from './search-request.js';

/** A search that was just asked for: queued, nothing done. `now` is ms since the epoch. */
export function newSearchRecord(search: {
  id: string;
  owner: string;
  request: SearchRequest;
  now: number;
}): SearchRecord {
  return {
    kind: 'search',
    schema: 1,
    id: search.id,
    namespace: search.request.namespace,
    owner: search.owner,
    run: 1,
    state: 'queued',
    status: null,
    step: 'local_check',
    iteration: 1,
    created_at: new Date(search.now).toISOString(),
    started_at: null,
    finished_at: null,
    deadline_at: null,
    request: search.request,
    current_query: search.request.query,
    tried: [search.request.query],
    reserve: [],
    judged: null,
    best: null,
    seen: [],
    progress: { score: 0, seen: 0, stagnant: 0 },
    read_urls: [],
    revalidate: [],
    fan_out: null,
    ending: null,
    claims: { key: '', count: 0, released: true },
    journal: {},
    reservations: {},
    spending: {
      llm: {},
      embedding_tokens: 0,
      cost_usd: 0,
      pages: { fetched: 0, from_cache: 0, refused: 0 },
      urls_found: 0,
      seconds: {},
    },
    history: [],
    answer: null,
    error: null,
  };
}
