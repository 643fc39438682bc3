import { PermanentError, RetryableError } from '@agentic-search/shared/errors';
import { crawlJobResultSchema, indexJobSchema } from '@agentic-search/shared/jobs';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import {
  createExtractor,
  type Extractor,
} from '../../../apps/crawler-worker/src/extract/create-extractor.js';
import { crawlJob, jobContext, Postponed, runToEnd } from '../../support/crawl-job.js';
import { type LocalSite, startLocalSite } from '../../support/local-site.js';
import { type CrawlerRig, type RigOptions, startRig } from './crawler-rig.js';

let extractor: Extractor;
const toClose: { close(): Promise<void> }[] = [];

beforeAll(() => {
  extractor = createExtractor({ threads: 1, timeoutMs: 80_000, maxMemoryMb: 1_024, idleTimeoutMs: 30_000 });
});
afterAll(() => extractor.close());
afterEach(async () => {
  await Promise.all(toClose.splice(0).map((one) => one.close()));
});

async function setUp(
  options: Partial<RigOptions> & { robots?: string } = {},
): Promise<{ site: LocalSite; rig: CrawlerRig }> {
  const site = await startLocalSite(options.robots === undefined ? {} : { robots: options.robots });
  const rig = await startRig({
    redisUrl: inject('redisUrl'),
    allowPrivateHosts: [site.host],
    extractor,
    ...options,
  });
  toClose.push(site, rig);
  return { site, rig };
}

describe('a page', () => {
  it('is fetched, read, stored and handed to the indexer', async () => {
    const { site, rig } = await setUp();
    const url = site.url('/redirect?utm_source=x');
    const result = await runToEnd(rig.processor, crawlJob(url));
    expect(crawlJobResultSchema.parse(result)).toEqual({
      outcome: 'page',
      url,
      final_url: site.url('/article'),
      page_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      from: 'network',
      index_job_id: 'index-1',
    });
    const [job] = rig.indexJobs;
    expect(indexJobSchema.parse(job)).toMatchObject({
      url,
      final_url: site.url('/article'),
      source_id: site.host,
    });
    const stored = await rig.pages.get(job?.page_hash ?? '');
    expect(stored?.markdown).toContain('Three sleeper lines through the Alps');
    expect(stored?.metadata.title).toBe('Night trains return to the Alps');
    expect(rig.activities).toContainEqual({ kind: 'page_fetched', url });
  });

  it('comes from the store while fresh, by any URL that led to it', async () => {
    const { site, rig } = await setUp();
    await runToEnd(rig.processor, crawlJob(site.url('/redirect')));
    for (const path of ['/redirect', '/article', '/redirect-twice']) {
      expect(await runToEnd(rig.processor, crawlJob(site.url(path)))).toMatchObject({ from: 'cache' });
    }
    expect(site.requests('/article')).toHaveLength(1);
    expect(rig.indexJobs).toHaveLength(4);
  });

  it.each(['/etag', '/last-modified'])('%s is revalidated with a 304 when stale', async (path) => {
    const { site, rig } = await setUp();
    const first = await runToEnd(rig.processor, crawlJob(site.url(path)));
    const before = await rig.pages.lookup(site.url(path));
    const second = await runToEnd(rig.processor, crawlJob(site.url(path), { max_age_seconds: 0 }));
    expect(second).toMatchObject({
      from: 'revalidated',
      page_hash: first.outcome === 'page' && first.page_hash,
    });
    const after = await rig.pages.lookup(site.url(path));
    expect(Date.parse(after?.checked_at ?? '')).toBeGreaterThan(Date.parse(before?.checked_at ?? ''));
    expect(after?.fetched_at).toBe(before?.fetched_at);
    expect(rig.activities.filter(({ kind }) => kind === 'page_fetched')).toHaveLength(1);
  });

  it('with the same content is revalidated too, with other content replaced', async () => {
    const { site, rig } = await setUp();
    const job = crawlJob(site.url('/changing'), { max_age_seconds: 0 });
    const serve = (text: string) =>
      site.route('/changing', ({ response }) =>
        response.writeHead(200, { 'content-type': 'text/plain' }).end(text),
      );
    serve('the first text');
    await runToEnd(rig.processor, job);
    expect(await runToEnd(rig.processor, job)).toMatchObject({ from: 'revalidated' });
    serve('the second text');
    expect(await runToEnd(rig.processor, job)).toMatchObject({ from: 'network' });
    expect(rig.indexJobs.at(-1)?.page_hash).not.toBe(rig.indexJobs[0]?.page_hash);
  });

  it('is fetched again whole when the store lost its content', async () => {
    const { site, rig } = await setUp();
    await runToEnd(rig.processor, crawlJob(site.url('/etag')));
    await rig.redis.del(`${rig.prefix}:page:content:${rig.indexJobs[0]?.page_hash}`);
    expect(await runToEnd(rig.processor, crawlJob(site.url('/etag')))).toMatchObject({ from: 'network' });
    expect(site.requests('/etag').at(-1)?.headers['if-none-match']).toBeUndefined();
  });

  it('is found behind a meta refresh', async () => {
    const { site, rig } = await setUp();
    expect(await runToEnd(rig.processor, crawlJob(site.url('/meta-refresh')))).toMatchObject({
      outcome: 'page',
      final_url: site.url('/article'),
    });
    expect(await runToEnd(rig.processor, crawlJob(site.url('/meta-refresh-loop')))).toMatchObject({
      code: 'empty',
    });
  });

  it.each([
    '/shift-jis',
    '/windows-1251',
    '/windows-1251-undeclared',
    '/utf-16',
    '/windows-1252',
    '/notes.md',
    '/octets.md',
    '/plain.txt',
    '/data.json',
    '/no-type',
    '/gzip-in-br',
    '/docs/retry',
  ])('%s becomes content', async (path) => {
    const { site, rig } = await setUp();
    expect(await runToEnd(rig.processor, crawlJob(site.url(path)))).toMatchObject({
      outcome: 'page',
      from: 'network',
    });
  });
});

describe('typed failures', () => {
  it.each([
    ['/login', 'login_required'],
    ['/consent', 'consent_wall'],
    ['/challenge', 'bot_challenge'],
    ['/soft-404', 'soft_not_found'],
    ['/empty-shell', 'needs_browser'],
    ['/blank', 'empty'],
    ['/no-body', 'empty'],
    ['/lying.html', 'unsupported_type'],
    ['/image.png', 'unsupported_type'],
    ['/status/410', 'http_client_error'],
    ['/status/500', 'http_server_error'],
    ['/gzip-bomb', 'too_large'],
    ['/redirect-private', 'refused_address'],
    ['/redirect-metadata', 'refused_address'],
  ])('%s is %s and stores nothing', async (path, code) => {
    const { site, rig } = await setUp();
    const result = await runToEnd(rig.processor, crawlJob(site.url(path)));
    expect(crawlJobResultSchema.parse(result)).toMatchObject({
      outcome: 'failure',
      url: site.url(path),
      code,
    });
    expect(rig.indexJobs).toEqual([]);
    expect(await rig.pages.usage()).toEqual({ bytes: 0, pages: 0 });
  });

  it.each([
    ['http://127.0.0.1:1/', 'refused_port'],
    ['http://169.254.169.254/latest', 'refused_address'],
    ['http://[::ffff:10.0.0.1]/', 'refused_address'],
    ['ftp://example.com/', 'invalid_url'],
    ['http://u:p@example.com/', 'invalid_url'],
  ])('%s is %s', async (url, code) => {
    const { rig } = await setUp();
    expect(await runToEnd(rig.processor, crawlJob(url))).toMatchObject({ code });
  });

  it('that may pass are thrown until the last attempt', async () => {
    const { site, rig } = await setUp({ timeoutMs: 300 });
    for (const path of ['/status/500', '/reset', '/slow-body', '/cut-short']) {
      const attempt = rig.processor(crawlJob(site.url(path)), jobContext({ lastAttempt: false }));
      await expect(attempt).rejects.toBeInstanceOf(RetryableError);
    }
    expect(await runToEnd(rig.processor, crawlJob(site.url('/slow-body')))).toMatchObject({
      code: 'timeout',
    });
  });

  it('Retry-After is passed on and keeps everybody away; beyond the deadline it is a failure at once', async () => {
    const { site, rig } = await setUp();
    const first = rig.processor(crawlJob(site.url('/status/429')), jobContext({ lastAttempt: false }));
    await expect(first).rejects.toMatchObject({ code: 'rate_limited', retryAfterMs: 7_000 });
    const other = rig.processor(crawlJob(site.url('/article')), jobContext({ jobId: 'other' }));
    const postponed: unknown = await other.catch((error: unknown) => error);
    expect(postponed).toBeInstanceOf(Postponed);
    expect(postponed instanceof Postponed && postponed.at - Date.now()).toBeGreaterThan(5_000);
    expect(site.requests('/article')).toHaveLength(0);

    const { site: second, rig: patient } = await setUp();
    const late = await patient.processor(
      crawlJob(second.url('/status/503')),
      jobContext({ lastAttempt: false }),
    );
    expect(late).toMatchObject({ outcome: 'failure', code: 'http_server_error' });
  });

  it('a page larger than the whole page store is too_large', async () => {
    const { site, rig } = await setUp({ pageStoreBytes: 100 });
    expect(await runToEnd(rig.processor, crawlJob(site.url('/article')))).toMatchObject({
      code: 'too_large',
    });
  });

  it('the deadline ends a crawl with aborted; a cancel is left to the worker', async () => {
    const { site, rig } = await setUp();
    expect(
      await rig.processor(crawlJob(site.url('/article'), { deadline_at: 1 }), jobContext()),
    ).toMatchObject({ code: 'aborted' });
    const running = rig.processor(
      crawlJob(site.url('/slow-headers'), { deadline_at: Date.now() + 300 }),
      jobContext(),
    );
    expect(await running).toMatchObject({ outcome: 'failure', code: 'aborted' });

    const controller = new AbortController();
    site.route('/cancelled', () => controller.abort(new PermanentError('cancelled', 'x')));
    const cancelled = rig.processor(
      crawlJob(site.url('/cancelled')),
      jobContext({ signal: controller.signal }),
    );
    await expect(cancelled).rejects.toMatchObject({ code: 'cancelled' });
  });

  it('a worker that is no longer current writes nothing', async () => {
    const { site, rig } = await setUp();
    const stale = jobContext({ assertCurrent: () => Promise.reject(new PermanentError('lost_lock', 'x')) });
    await expect(rig.processor(crawlJob(site.url('/article')), stale)).rejects.toMatchObject({
      code: 'lost_lock',
    });
    expect(rig.indexJobs).toEqual([]);
    expect(await rig.pages.usage()).toEqual({ bytes: 0, pages: 0 });
  });
});

describe('robots.txt', () => {
  it('is obeyed, also after a redirect, and asked for once', async () => {
    const robots =
      'User-agent: other\nDisallow: /\n\nUser-agent: *\nDisallow: /\n\nUser-agent: AgenticSearchBot\nSitemap: /s.xml\nUser-agent: second\nDisallow: /private/\n';
    const { site, rig } = await setUp({ robots });
    expect(await runToEnd(rig.processor, crawlJob(site.url('/article')))).toMatchObject({ outcome: 'page' });
    expect(await runToEnd(rig.processor, crawlJob(site.url('/private/page')))).toMatchObject({
      code: 'robots_disallowed',
    });
    expect(await runToEnd(rig.processor, crawlJob(site.url('/redirect-robots')))).toMatchObject({
      code: 'robots_disallowed',
    });
    expect(site.requests('/private/page')).toHaveLength(0);
    expect(site.requests('/robots.txt')).toHaveLength(1);
  });

  it.each([
    [403, 'page'],
    [404, 'page'],
    [429, 'failure'],
    [500, 'failure'],
  ])('with HTTP %i lets in: %s', async (status, outcome) => {
    const { site, rig } = await setUp();
    site.route('/robots.txt', ({ response }) => response.writeHead(status).end());
    const result = await runToEnd(rig.processor, crawlJob(site.url('/article')));
    expect(result.outcome).toBe(outcome);
    if (result.outcome === 'failure') expect(result.code).toBe('robots_unreachable');
  });

  it('is read up to 500 KiB', async () => {
    const robots = `User-agent: *\nDisallow: /early\n${'# filler line of a long file\n'.repeat(25_000)}Disallow: /\n`;
    const { site, rig } = await setUp({ robots });
    expect(await runToEnd(rig.processor, crawlJob(site.url('/article')))).toMatchObject({ outcome: 'page' });
    expect(await runToEnd(rig.processor, crawlJob(site.url('/early')))).toMatchObject({
      code: 'robots_disallowed',
    });
  });
});

describe('two processors together', () => {
  it('fetch one URL once', async () => {
    const { site, rig } = await setUp();
    const other = await startRig({
      redisUrl: inject('redisUrl'),
      allowPrivateHosts: [site.host],
      extractor,
      prefix: rig.prefix,
    });
    toClose.push(other);
    const results = await Promise.all(
      [rig, other, rig, other].map((one, index) =>
        runToEnd(one.processor, crawlJob(site.url('/docs/retry')), jobContext({ jobId: `job-${index}` })),
      ),
    );
    expect(results.map((result) => result.outcome === 'page' && result.from).sort()).toEqual([
      'cache',
      'cache',
      'cache',
      'network',
    ]);
    expect(site.requests('/docs/retry')).toHaveLength(1);
    expect(site.requests('/robots.txt')).toHaveLength(1);
  });

  it('fetch the target of two redirects once', async () => {
    const { site, rig } = await setUp();
    const results = await Promise.all(
      ['/redirect', '/article', '/redirect-twice'].map((path) =>
        runToEnd(rig.processor, crawlJob(site.url(path)), jobContext({ jobId: `job${path}` })),
      ),
    );
    expect(results.every((result) => result.outcome === 'page')).toBe(true);
    expect(site.requests('/article')).toHaveLength(1);
  });

  it.each([
    ['the configured delay', {}, 'User-agent: *\nAllow: /'],
    ['a longer Crawl-delay', { hostDelayMs: 10 }, 'User-agent: *\nCrawl-delay: 0.15'],
  ])("keep one host's pace: %s", async (_name, options, robots) => {
    const { site, rig } = await setUp({ hostDelayMs: 150, robots, ...options });
    const other = await startRig({
      redisUrl: inject('redisUrl'),
      allowPrivateHosts: [site.host],
      extractor,
      prefix: rig.prefix,
      hostDelayMs: 150,
      ...options,
    });
    toClose.push(other);
    const paths = Array.from({ length: 8 }, (_, index) => `/plain.txt?${index}`);
    await Promise.all(
      paths.map((path, index) =>
        runToEnd(
          (index % 2 ? other : rig).processor,
          crawlJob(site.url(path)),
          jobContext({ jobId: `job-${index}` }),
        ),
      ),
    );
    const times = paths
      .flatMap((path) => site.requests(path))
      .map(({ at }) => at)
      .sort((a, b) => a - b);
    expect(times).toHaveLength(8);
    const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0));
    // Starts are 150 ms apart; what a request takes until the site sees it varies by a little.
    expect(Math.min(...gaps)).toBeGreaterThan(100);
    expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(7 * 150 - 50);
    expect(rig.activities).toContainEqual(expect.objectContaining({ kind: 'waiting_for_host' }));
  });

  it('hosts on the allow-list have no delay', async () => {
    const site = await startLocalSite();
    const rig = await startRig({
      redisUrl: inject('redisUrl'),
      allowPrivateHosts: [site.host],
      undelayed: [site.host],
      extractor,
      hostDelayMs: 60_000,
    });
    toClose.push(site, rig);
    for (const path of ['/article', '/docs/retry', '/plain.txt']) {
      expect(await rig.processor(crawlJob(site.url(path)), jobContext({ jobId: path }))).toMatchObject({
        outcome: 'page',
      });
    }
  });

  it('a slot beyond the deadline is a failure now', async () => {
    const { site, rig } = await setUp({ hostDelayMs: 60_000 });
    await runToEnd(rig.processor, crawlJob(site.url('/article')));
    expect(
      await rig.processor(crawlJob(site.url('/plain.txt')), jobContext({ jobId: 'later' })),
    ).toMatchObject({ code: 'rate_limited' });
  });
});

describe('hostile pages', () => {
  it.each(['/nested-divs', '/five-megabytes', '/long-title', '/many-links'])(
    '%s survives, the loop stays free, and the next page is crawled',
    async (path) => {
      const { site, rig } = await setUp();
      let longestPause = 0;
      let last = performance.now();
      const beat = setInterval(() => {
        longestPause = Math.max(longestPause, performance.now() - last);
        last = performance.now();
      }, 10);
      const result = await runToEnd(
        rig.processor,
        crawlJob(site.url(path), { deadline_at: Date.now() + 80_000 }),
      );
      clearInterval(beat);
      expect(result.outcome).toBe('page');
      expect(longestPause).toBeLessThan(1_500);
      expect(await runToEnd(rig.processor, crawlJob(site.url('/article')))).toMatchObject({
        outcome: 'page',
      });
    },
    120_000,
  );
});
