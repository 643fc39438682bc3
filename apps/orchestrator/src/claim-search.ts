import { appendEntry } from '@agentic-search/shared/history';
import type { SearchRecord } from '@agentic-search/shared/records';

/** Starts of one step that got no further; then the search fails rather than go round for ever. */
export const MAX_CLAIMS = 10;

/** Names the step a record is in, over retries and iterations. */
export const claimKey = (record: SearchRecord): string => `${record.run}/${record.iteration}/${record.step}`;

/** How many error entries the step of an iteration has. */
export function errorCount(record: SearchRecord): number {
  return record.history.filter(
    (entry) => entry.action === 'error' && entry.iteration === record.iteration && entry.step === record.step,
  ).length;
}

/**
 * The record as the worker that takes it over writes it first: this write is the fence that stops whoever held it
 * before. A worker that was lost in the step leaves an error entry. `now` is ms since the epoch.
 */
export function claimSearch(record: SearchRecord, now: number): SearchRecord {
  const key = claimKey(record);
  const again = record.claims.key === key;
  const lost = again && !record.claims.released;
  const history = lost
    ? appendEntry(
        record.history,
        {
          action: 'error',
          step: record.step,
          attempt: errorCount(record) + 1,
          code: 'worker_lost',
          detail: 'the worker of this step was lost',
          retrying: record.claims.count < MAX_CLAIMS,
        },
        { iteration: record.iteration, startedAt: now, now },
      )
    : record.history;
  return {
    ...record,
    history,
    state: 'running',
    started_at: record.started_at ?? new Date(now).toISOString(),
    deadline_at: record.deadline_at ?? Math.floor(now + record.request.budget.max_seconds * 1_000),
    claims: { key, count: again ? record.claims.count + 1 : 1, released: false },
  };
}

/** Notes that the step was left in order: to wait for children, to be tried again, or to be handed back. */
export function releaseClaim(record: SearchRecord, options: { keepCount: boolean }): SearchRecord {
  return {
    ...record,
    claims: { ...record.claims, count: options.keepCount ? record.claims.count : 0, released: true },
  };
}
