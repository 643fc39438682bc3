import { appendEntry } from '@agentic-search/shared/history';
import { endSearch, type SearchRecord } from '@agentic-search/shared/records';
import type { TestApi } from './start-api.js';

/** Changes a search as a worker does; throws when there is no such search. */
export async function change(
  api: TestApi,
  id: string,
  next: (record: SearchRecord) => SearchRecord,
): Promise<SearchRecord> {
  const result = await api.records.update(id, next);
  if (!result) throw new Error(`no search ${id}`);
  return result.current.record;
}

/** The record with the entries of one more iteration's judgement. */
export function withCheck(record: SearchRecord): SearchRecord {
  const now = Date.now();
  const iteration = record.history.length + 1;
  const body = {
    action: 'local_check' as const,
    query: record.request.query,
    completeness: 0.4,
    gaps: ['the token endpoint'],
    reasoning: 'one part is missing',
    results_considered: 3,
    decided_by: 'rules' as const,
  };
  const history = appendEntry(record.history, body, { iteration, startedAt: now - 5, now });
  return { ...record, state: 'running', iteration, started_at: new Date(now).toISOString(), history };
}

export const addCheck = (api: TestApi, id: string) => change(api, id, withCheck);
export const finish = (api: TestApi, id: string) =>
  change(api, id, (record) => endSearch(record, { status: 'complete', now: Date.now() }));
export const fail = (api: TestApi, id: string) =>
  change(api, id, (record) =>
    endSearch(record, {
      status: 'failed',
      now: Date.now(),
      error: { code: 'internal_error', detail: 'an unexpected error occurred' },
    }),
  );
