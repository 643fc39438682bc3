import type { HistoryEntry } from './history-entry.js';

const MAX_PROGRESS_BYTES = 32 * 1024;

function shortenEntry(entry: HistoryEntry): HistoryEntry {
  switch (entry.action) {
    case 'web_search':
      return { ...entry, ranked: entry.ranked.slice(0, 10), dropped: entry.dropped.slice(0, 10) };
    case 'crawl':
      return { ...entry, pages: entry.pages.map((page) => ({ ...page, headers: [], code_blocks: [] })) };
    default:
      return entry;
  }
}

/** The history as job progress: ranked lists cut to their top 10, and the oldest entries left out beyond 32 KB. */
export function shortenHistory(history: readonly HistoryEntry[]): HistoryEntry[] {
  const short = history.map(shortenEntry);
  while (short.length > 0 && Buffer.byteLength(JSON.stringify(short)) > MAX_PROGRESS_BYTES) short.shift();
  return short;
}
