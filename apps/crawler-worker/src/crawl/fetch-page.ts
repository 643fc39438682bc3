import { normaliseUrl } from '@agentic-search/shared/identifiers';
import type { FetchedPage, FetchFailure, NotModified } from '@agentic-search/shared/ports/fetcher';
import type { ExtractedPage } from '../extract/extract-result.js';
import type { CrawlParts } from './crawl-parts.js';
import { createHopGuard, type HopJob } from './hop-guard.js';
import type { StoredPage } from './stored-page.js';

/** What came of a fetch, read. */
export type FetchedContent =
  | { kind: 'page'; fetched: FetchedPage; finalUrl: string; content: ExtractedPage }
  | { kind: 'not_modified'; answer: NotModified }
  | { kind: 'found'; page: StoredPage }
  | { kind: 'taken' }
  | FetchFailure;

const maxRefreshes = 2;

/**
 * Fetches and reads a page whose first request has passed robots, pace and lease. Conditional when the stored page has
 * validators; follows redirects, and meta refreshes of pages without content, under the same rules.
 */
export async function fetchPage(
  parts: CrawlParts,
  job: HopJob,
  stored: StoredPage | null,
): Promise<FetchedContent> {
  const guard = createHopGuard(parts, job);
  try {
    let url = job.url;
    let validators = stored ? { etag: stored.etag, lastModified: stored.last_modified } : null;
    for (let refreshes = 0; ; ) {
      const outcome = await parts.fetcher.fetch(
        { url, validators, beforeHop: guard.beforeHop },
        { signal: job.signal },
      );
      const found = guard.found();
      if (found) return { kind: 'found', page: found };
      if (guard.taken()) return { kind: 'taken' };
      if (outcome.kind === 'failure') return outcome;
      if (outcome.kind === 'not_modified') {
        if (normaliseUrl(outcome.finalUrl) === stored?.final_url)
          return { kind: 'not_modified', answer: outcome };
        // The redirect leads elsewhere now: what did not change is another page than the stored one.
        validators = null;
        url = outcome.finalUrl;
        continue;
      }
      const read = await parts.extractor.extract(
        {
          body: outcome.body,
          contentType: outcome.contentType,
          finalUrl: outcome.finalUrl,
          status: outcome.status,
          headers: outcome.headers,
        },
        job.signal,
      );
      if (read.ok) {
        return {
          kind: 'page',
          fetched: outcome,
          finalUrl: normaliseUrl(outcome.finalUrl) ?? outcome.finalUrl,
          content: read,
        };
      }
      if (read.refreshTo === undefined || refreshes === maxRefreshes || read.refreshTo === outcome.finalUrl) {
        return {
          kind: 'failure',
          code: read.code,
          detail: read.detail,
          url: outcome.finalUrl,
          status: outcome.status,
          retryAfterMs: null,
        };
      }
      refreshes += 1;
      validators = null;
      url = read.refreshTo;
    }
  } finally {
    await guard.release();
  }
}
