import type { Evidence, SearchRecord } from '@agentic-search/shared/records';

/** Uploaded documents have no origin to ask again. */
const isUpload = (url: string) => url.startsWith('doc://');

/** The age limit of the search, in seconds. */
export function maxAgeSeconds(record: SearchRecord, configured: number): number {
  return record.request.max_age_seconds ?? configured;
}

/** Time (ms) before which a check of a page is too long ago; counted from the search's start, so 0 means "in this search". */
export function freshSince(record: SearchRecord, configured: number, now: number): number {
  const start = record.started_at === null ? now : Date.parse(record.started_at);
  return start - maxAgeSeconds(record, configured) * 1_000;
}

/** URLs of passages that are too old to count until they were revalidated, each once. */
export function staleUrls(evidence: readonly Evidence[], since: number): string[] {
  const stale = evidence.filter(
    (passage) => !isUpload(passage.url) && Date.parse(passage.checked_at) < since,
  );
  return [...new Set(stale.map((passage) => passage.url))];
}
