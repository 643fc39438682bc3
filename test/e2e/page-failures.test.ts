import { afterAll, beforeAll, expect, it } from 'vitest';
import { only, resultOf } from '../support/research/entries.js';
import { expectHonestAnswer } from '../support/research/expect-honest-answer.js';
import { bePatient } from '../support/research/patience.js';
import { type Fact, facts, rawHit } from '../support/research/quarrow.js';
import { type Research, startResearch } from '../support/research/start-research.js';

bePatient();

let research: Research;
beforeAll(async () => {
  research = await startResearch({ robots: 'User-agent: *\nDisallow: /private/\n' });
});
afterAll(() => research?.close());

const { pool, console: admin } = facts;

/** One search whose engine offers the oddities, all promising, and the page that answers. */
async function crawlOf(fact: Fact, oddities: string[]) {
  const { engine, site } = research;
  engine.setHits(
    fact.question,
    [...oddities, fact.path].map((path) => rawHit(site.url(path), fact.title, fact.query)),
  );
  const view = await research.search({
    query: fact.question,
    url_score_threshold: 0,
    max_urls_per_iteration: 20,
    max_age_seconds: 0,
  });
  const { failures } = only(view, 'crawl');
  const codes = Object.fromEntries(failures.map(({ url, code }) => [url.slice(site.origin.length), code]));
  return { view, codes };
}

it('names why each page could not be read, and answers from the one that could', async () => {
  const expected: Record<string, string> = {
    '/private/page': 'robots_disallowed',
    '/redirect-robots': 'robots_disallowed',
    '/missing': 'http_client_error',
    '/status/410': 'http_client_error',
    '/status/401': 'login_required',
    '/redirect-private': 'refused_address',
    '/redirect-metadata': 'refused_address',
    '/redirect-decimal': 'refused_address',
    '/redirect-file': 'invalid_url',
    '/redirect-loop-a': 'too_many_redirects',
    '/image.png': 'unsupported_type',
    '/lying.html': 'unsupported_type',
    '/consent': 'consent_wall',
    '/login': 'login_required',
    '/challenge': 'bot_challenge',
    '/soft-404': 'soft_not_found',
    '/blank': 'empty',
    '/gzip-bomb': 'too_large',
  };
  const { view, codes } = await crawlOf(pool, Object.keys(expected));
  expect(codes).toEqual(expected);
  expect(resultOf(view)).toMatchObject({ status: 'complete' });
  expect(resultOf(view).receipt.pages).toEqual({
    fetched: 1,
    from_cache: 0,
    refused: Object.keys(expected).length,
  });
  expectHonestAnswer(view);
  expect(resultOf(view).results.every(({ url }) => url === research.site.url(pool.path))).toBe(true);
});

it('waits no longer than its time for pages that never end, and asks again where that may help', async () => {
  const { view, codes } = await crawlOf(admin, ['/slow-headers', '/slow-body', '/reset', '/status/500']);
  expect(codes).toEqual({
    '/slow-headers': 'timeout',
    '/slow-body': 'timeout',
    '/reset': 'connection_failed',
    '/status/500': 'http_server_error',
  });
  expect(research.site.requests('/status/500').length).toBeGreaterThan(1);
  expectHonestAnswer(view);
});
