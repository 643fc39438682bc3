import { normaliseUrl } from '@agentic-search/shared/identifiers';
import type { FetchFailure } from '@agentic-search/shared/ports/fetcher';
import { pause } from '@agentic-search/shared/time-limits';
import type { FetchLease } from '../hosts/fetch-leases.js';
import type { CrawlParts } from './crawl-parts.js';
import { isFresh, type StoredPage, storedPage } from './stored-page.js';

/** One guarded fetch: who asks, for what, and until when. */
export interface HopJob {
  owner: string;
  /** Normalised URL the job holds its first lease for. */
  url: string;
  maxAgeSeconds: number;
  deadlineAt: number;
  signal: AbortSignal;
}

/** Decides before each redirect hop, as the job itself does before its first request. */
export interface HopGuard {
  beforeHop(url: URL): Promise<FetchFailure | null>;
  /** A fresh stored page that a redirect led to: nothing more needs to be fetched. */
  found(): StoredPage | null;
  /** True when a redirect led to a URL that another job is fetching. */
  taken(): boolean;
  release(): Promise<void>;
}

const longestWaitMs = 15_000;

/** Robots, freshness, lease and pace for the URLs that redirects lead to; the first hop has passed already. */
export function createHopGuard(parts: CrawlParts, job: HopJob): HopGuard {
  const leases: FetchLease[] = [];
  let first = true;
  let found: StoredPage | null = null;
  let taken = false;

  async function beforeHop(url: URL): Promise<FetchFailure | null> {
    if (first) {
      first = false;
      return null;
    }
    const verdict = await parts.hosts.robots.check(url, job.signal);
    if (!verdict.allowed) return verdict.failure;
    const target = normaliseUrl(url.href);
    if (target !== null && target !== job.url) {
      const stored = await storedPage(parts.pages, target);
      if (stored && isFresh(stored, job.maxAgeSeconds, parts.clock())) {
        found = stored;
        return stop(url, 'aborted', 'the redirect target is in the page store');
      }
      const lease = await parts.hosts.leases.acquire(target, job.owner);
      if (!lease) {
        taken = true;
        return stop(url, 'aborted', 'the redirect target is being fetched');
      }
      leases.push(lease);
    }
    return waitForTurn(parts, job, url, verdict.crawlDelayMs);
  }

  return {
    beforeHop,
    found: () => found,
    taken: () => taken,
    async release() {
      await Promise.all(leases.splice(0).map((lease) => lease.release()));
    },
  };
}

/** A redirect is followed within its job: it waits here, not in the queue. */
async function waitForTurn(
  parts: CrawlParts,
  job: HopJob,
  url: URL,
  crawlDelayMs: number,
): Promise<FetchFailure | null> {
  const giveUpAt = Math.min(job.deadlineAt, parts.clock() + longestWaitMs);
  const gapMs = parts.hosts.gapMs(url, crawlDelayMs);
  while (!job.signal.aborted) {
    const maxWaitMs = giveUpAt - parts.clock();
    const wait = await parts.hosts.pacing.takeTurn(url.host, { ticket: job.owner, gapMs, maxWaitMs });
    if (wait === 0) return null;
    if (wait === null || wait > maxWaitMs)
      return stop(url, 'rate_limited', 'the host of the redirect has no free slot in time');
    await pause(wait, job.signal);
  }
  return stop(url, 'aborted', 'the crawl was aborted');
}

function stop(url: URL, code: FetchFailure['code'], detail: string): FetchFailure {
  return { kind: 'failure', code, detail, url: url.href, status: null, retryAfterMs: null };
}
