import type { SearchRecord, SearchStatus } from './search-record.js';
import { spentWithInFlight } from './spent-with-in-flight.js';

/**
 * The record as it is kept once the search has ended: state and status set, and what only the running search
 * needs (journal, reservations, seen chunks, fan-out) dropped. What may be retried (failed, cancelled) keeps its
 * checkpoint: what was paid, the pages it was crawling, how it was about to end. `now` is ms since the epoch.
 */
export function endSearch(
  record: SearchRecord,
  end: { status: SearchStatus; now: number; error?: { code: string; detail: string } },
): SearchRecord {
  const state = end.status === 'failed' || end.status === 'cancelled' ? end.status : 'completed';
  return {
    ...record,
    state,
    status: end.status,
    finished_at: new Date(end.now).toISOString(),
    error: end.error ?? null,
    ...(state === 'completed'
      ? {
          spending: spentWithInFlight(record),
          ending: null,
          fan_out: null,
          journal: {},
          reservations: {},
          seen: [],
          reserve: [],
          revalidate: [],
          judged: null,
        }
      : {}),
  };
}
