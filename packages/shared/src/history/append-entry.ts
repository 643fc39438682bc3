import type { HistoryEntry, HistoryEntryBody } from './history-entry.js';

/** The key under which an entry is written once: (iteration, action), errors by (iteration, step, attempt). */
function entryKey(entry: { iteration: number } & HistoryEntryBody): string {
  return entry.action === 'error'
    ? `${entry.iteration}/error/${entry.step}/${entry.attempt}`
    : `${entry.iteration}/${entry.action}`;
}

/**
 * Gives the history with the entry at its end, or the same history when an entry with its key is there already:
 * a step that runs twice writes one entry. `place.startedAt` and `place.now` are ms since the epoch.
 */
export function appendEntry(
  history: readonly HistoryEntry[],
  body: HistoryEntryBody,
  place: { iteration: number; startedAt: number; now: number },
): HistoryEntry[] {
  const key = entryKey({ ...body, iteration: place.iteration });
  if (history.some((entry) => entryKey(entry) === key)) return [...history];
  const entry = {
    seq: history.length,
    iteration: place.iteration,
    at: new Date(place.now).toISOString(),
    duration_ms: Math.max(0, place.now - place.startedAt),
    ...body,
  } as HistoryEntry;
  return [...history, entry];
}
