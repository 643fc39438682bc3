import { RetryableError } from '@agentic-search/shared/errors';
import type { CrawlJobResult } from '@agentic-search/shared/jobs';
import type { FetchFailure, FetchFailureCode } from '@agentic-search/shared/ports/fetcher';

export type CrawlFailure = Extract<CrawlJobResult, { outcome: 'failure' }>;

const passing: ReadonlySet<FetchFailureCode> = new Set([
  'connection_failed',
  'timeout',
  'http_server_error',
  'rate_limited',
]);

/** A typed failure as the job's result; the detail is cut, since results stay with the parent job. */
export function crawlFailure(url: string, code: string, detail: string): CrawlFailure {
  return { outcome: 'failure', url, code, detail: detail.slice(0, 300) };
}

/**
 * Decides on a failed fetch: what may pass is thrown as RetryableError while attempts are left and the wait that the
 * server asked for ends before the deadline; everything else is the result.
 */
export function failureOrRetry(
  url: string,
  failure: FetchFailure,
  job: { lastAttempt: boolean; deadlineAt: number; now: number },
): CrawlFailure {
  const { code, detail, retryAfterMs } = failure;
  const inTime = job.now + (retryAfterMs ?? 0) < job.deadlineAt;
  // robots and DNS were answered from a cache or for good; asking again at once changes nothing.
  if (passing.has(code) && !job.lastAttempt && inTime && failure.status !== 501 && failure.status !== 505) {
    throw new RetryableError(code, detail, { retryAfterMs });
  }
  return crawlFailure(url, code, detail);
}
