import { PermanentError, RetryableError } from '@agentic-search/shared/errors';
import { normaliseUrl, sha256Hex, sourceIdOf } from '@agentic-search/shared/identifiers';
import type { CrawlJob, CrawlJobResult, JobContext, JobProcessor } from '@agentic-search/shared/jobs';
import type { PagePointer } from '@agentic-search/shared/pages';
import { limitSignal } from '@agentic-search/shared/time-limits';
import type { CrawlParts } from './crawl/crawl-parts.js';
import { type CrawlFailure, crawlFailure, failureOrRetry } from './crawl/failure-policy.js';
import { fetchPage } from './crawl/fetch-page.js';
import { isFresh, type StoredPage, storedPage } from './crawl/stored-page.js';
import type { FetchLease } from './hosts/fetch-leases.js';

/** How soon a job looks again for a page that another job is fetching, in ms. */
const lookAgainMs = 250;

/**
 * READ FIRST. The work of one crawl job, in this order: URL policy → fresh in the page store? → robots → somebody else
 * fetching it? → the host's pace → lease → fetch (conditional where the store has the page) → read → store → index job.
 * Waiting for a host or for another job's fetch happens in the queue (`postponeUntil`), never here. Failures of the
 * outside world are results; passing ones are thrown as RetryableError until the last attempt.
 */
export function createCrawlProcessor(parts: CrawlParts): JobProcessor<'crawl'> {
  return async (data, context) => {
    const left = data.deadline_at - parts.clock();
    if (left <= 0 || context.signal.aborted)
      return crawlFailure(data.url, 'aborted', 'the deadline has passed');
    const deadline = limitSignal(context.signal, left);
    let postponed = false;
    const bounded: JobContext = {
      ...context,
      signal: deadline.signal,
      assertCurrent: () => context.assertCurrent(),
      postponeUntil: (at) => {
        postponed = true;
        return context.postponeUntil(at);
      },
    };
    try {
      const result = await crawl(data, bounded, parts);
      // What was cut off by a cancel or a shutdown says nothing of the page: the worker decides what becomes of it.
      if (result.outcome === 'failure') context.signal.throwIfAborted();
      return result;
    } catch (error) {
      if (postponed || context.signal.aborted || !deadline.timedOut()) throw error;
      return crawlFailure(data.url, 'aborted', 'the deadline has passed');
    } finally {
      deadline.release();
    }
  };
}

async function crawl(data: CrawlJob, context: JobContext, parts: CrawlParts): Promise<CrawlJobResult> {
  const url = normaliseUrl(data.url);
  if (url === null) return crawlFailure(data.url, 'invalid_url', 'not an http(s) URL that may be fetched');

  const stored = await storedPage(parts.pages, url);
  if (stored && isFresh(stored, data.max_age_seconds, parts.clock()))
    return finish(data, stored, 'cache', context, parts);

  const held = await turnAndLease(data, url, context, parts);
  if ('outcome' in held) return held;
  try {
    return await fetchAndStore(data, url, { stored, lease: held, context, parts });
  } finally {
    await held.release();
  }
}

/** Robots, the host's pace and the lease; comes back with the lease, a refusal, or never (postponed). */
async function turnAndLease(
  data: CrawlJob,
  url: string,
  context: JobContext,
  parts: CrawlParts,
): Promise<FetchLease | CrawlFailure> {
  const { hosts, clock } = parts;
  const target = new URL(url);
  const verdict = await hosts.robots.check(target, context.signal);
  if (!verdict.allowed) return crawlFailure(data.url, verdict.failure.code, verdict.failure.detail);

  if (await hosts.leases.isTaken(url, context.jobId)) return context.postponeUntil(clock() + lookAgainMs);
  const wait = await hosts.pacing.takeTurn(target.host, {
    ticket: context.jobId,
    gapMs: hosts.gapMs(target, verdict.crawlDelayMs),
    maxWaitMs: data.deadline_at - clock(),
  });
  if (wait === null)
    return crawlFailure(data.url, 'rate_limited', 'the host has no free slot before the deadline');
  if (wait > 0) {
    parts.activity?.(data, { kind: 'waiting_for_host', url: data.url });
    return context.postponeUntil(clock() + wait);
  }
  return (await hosts.leases.acquire(url, context.jobId)) ?? context.postponeUntil(clock() + lookAgainMs);
}

interface Fetching {
  stored: StoredPage | null;
  lease: FetchLease;
  context: JobContext;
  parts: CrawlParts;
}

async function fetchAndStore(data: CrawlJob, url: string, fetching: Fetching): Promise<CrawlJobResult> {
  const { context, parts } = fetching;
  // Another job may have stored the page between the first look and the lease.
  const stored = await storedPage(parts.pages, url);
  if (stored && isFresh(stored, data.max_age_seconds, parts.clock()))
    return finish(data, stored, 'cache', context, parts);

  const job = {
    owner: context.jobId,
    url,
    maxAgeSeconds: data.max_age_seconds,
    deadlineAt: data.deadline_at,
    signal: context.signal,
  };
  const outcome = await fetchPage(parts, job, stored);
  const now = parts.clock();
  switch (outcome.kind) {
    case 'failure':
      if (outcome.retryAfterMs !== null)
        await parts.hosts.pacing.leaveAlone(new URL(outcome.url).host, outcome.retryAfterMs);
      return failureOrRetry(data.url, outcome, {
        lastAttempt: context.lastAttempt,
        deadlineAt: data.deadline_at,
        now,
      });
    case 'taken':
      return context.postponeUntil(now + lookAgainMs);
    case 'found':
      return finish(data, outcome.page, 'cache', context, parts);
    case 'not_modified': {
      if (!stored)
        throw new RetryableError('page_store_changed', 'the stored page vanished during its revalidation');
      const { etag, lastModified } = outcome.answer.validators;
      return revalidated(data, stored, { etag, last_modified: lastModified }, fetching);
    }
    case 'page': {
      parts.activity?.(data, { kind: 'page_fetched', url: data.url });
      const { fetched, finalUrl, content } = outcome;
      const validators = { etag: fetched.validators.etag, last_modified: fetched.validators.lastModified };
      const page_hash = sha256Hex(content.markdown);
      if (stored?.page_hash === page_hash && stored.final_url === finalUrl)
        return revalidated(data, stored, validators, fetching);
      const pointer: PagePointer = {
        url,
        final_url: finalUrl,
        page_hash,
        ...validators,
        fetched_at: fetched.fetchedAt,
        checked_at: fetched.fetchedAt,
      };
      await assertMayWrite(fetching);
      const { markdown, metadata } = content;
      try {
        await parts.pages.put(pointer, { page_hash, markdown, metadata });
      } catch (error) {
        if (error instanceof PermanentError) return crawlFailure(data.url, 'too_large', error.detail);
        throw error;
      }
      return finish(data, pointer, 'network', context, parts);
    }
  }
}

async function revalidated(
  data: CrawlJob,
  stored: StoredPage,
  validators: { etag: string | null; last_modified: string | null },
  fetching: Fetching,
): Promise<CrawlJobResult> {
  const { context, parts } = fetching;
  const change = { checked_at: new Date(parts.clock()).toISOString(), ...validators };
  await assertMayWrite(fetching);
  await parts.pages.touch(stored.url, change);
  return finish(data, { ...stored, ...change }, 'revalidated', context, parts);
}

/** The job is still ours, and so is the fetch: a lost lease means that somebody newer may have written already. */
async function assertMayWrite({ context, lease }: Fetching): Promise<void> {
  await context.assertCurrent();
  if (!(await lease.isHeld()))
    throw new RetryableError('lease_lost', 'another worker took over the fetch of this URL');
}

async function finish(
  data: CrawlJob,
  page: StoredPage,
  from: 'network' | 'cache' | 'revalidated',
  context: JobContext,
  parts: CrawlParts,
): Promise<CrawlJobResult> {
  await context.assertCurrent();
  const indexJob = {
    record: data.record,
    url: data.url,
    final_url: page.final_url,
    page_hash: page.page_hash,
    namespace: data.namespace,
    source_id: sourceIdOf(page.final_url),
    crawled_at: page.fetched_at,
    checked_at: page.checked_at,
    deadline_at: data.deadline_at,
  };
  const index_job_id = await parts.enqueueIndex(indexJob, data);
  return {
    outcome: 'page',
    url: data.url,
    final_url: page.final_url,
    page_hash: page.page_hash,
    from,
    index_job_id,
  };
}
