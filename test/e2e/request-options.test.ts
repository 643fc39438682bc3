import { afterAll, beforeAll, expect, it } from 'vitest';
import { entries, only, path, resultOf } from '../support/research/entries.js';
import { expectHonestAnswer } from '../support/research/expect-honest-answer.js';
import { bePatient } from '../support/research/patience.js';
import { facts, rawHit } from '../support/research/quarrow.js';
import { type Research, startResearch } from '../support/research/start-research.js';

bePatient();

const { pool, console: admin } = facts;
let research: Research;
beforeAll(async () => {
  research = await startResearch();
  research.offer(pool.question, 'pool');
  await research.search({ query: pool.question });
});
afterAll(() => research?.close());

it('max_iterations 0 looks into the knowledge base once and answers', async () => {
  const known = await research.search({ query: pool.question, max_iterations: 0 });
  expect(path(known)).toEqual(['1:local_check', '1:answer']);
  expect(resultOf(known)).toMatchObject({ status: 'complete' });
  const unknown = await research.search({ query: admin.question, max_iterations: 0 });
  expect(path(unknown)).toEqual(['1:local_check', '1:answer']);
  expect(resultOf(unknown)).toMatchObject({ status: 'max_iterations_reached', success: true });
  expect(resultOf(unknown).answer.found).toBe(false);
});

it('max_age_seconds 0 asks the site again, conditionally, and counts what it confirms', async () => {
  const asked = research.site.requests(pool.path).length;
  const store = await research.system.store();
  const url = research.site.url(pool.path);
  const before = await store.passages.page('default', url, { signal: AbortSignal.timeout(10_000) });
  const view = await research.search({ query: pool.question, max_age_seconds: 0 });
  expect(path(view)).toEqual(['1:local_check', '1:web_search', '1:crawl', '1:recheck', '1:answer']);
  expect(only(view, 'local_check').gaps.join()).toContain(url);
  expect(resultOf(view)).toMatchObject({ status: 'complete' });
  const requests = research.site.requests(pool.path);
  expect(requests).toHaveLength(asked + 1);
  expect(requests.at(-1)?.headers['if-none-match']).toBe(`"${pool.path}"`);
  const after = await store.passages.page('default', url, { signal: AbortSignal.timeout(10_000) });
  expect(Date.parse(after?.checked_at ?? '')).toBeGreaterThan(Date.parse(before?.checked_at ?? ''));
  expect(after?.page_hash).toBe(before?.page_hash);
  expect(resultOf(view).receipt).toMatchObject({ embedding_tokens: 0 });
  expectHonestAnswer(view);
});

it('include_domains and exclude_domains bind the engine’s hits and the knowledge base alike', async () => {
  const { host } = research.site;
  const none = await research.search({
    query: pool.question,
    exclude_domains: ['127.0.0.1'],
    max_iterations: 1,
  });
  expect(resultOf(none).results).toEqual([]);
  expect(only(none, 'web_search')).toMatchObject({ promising_urls: 0 });
  expect(only(none, 'web_search').dropped).toEqual([
    { url: research.site.url(pool.path), reason: 'excluded' },
  ]);
  const other = await research.search({
    query: pool.question,
    include_domains: ['example.org'],
    max_iterations: 1,
  });
  expect(resultOf(other)).toMatchObject({ status: 'max_iterations_reached', results: [] });
  const own = await research.search({ query: pool.question, include_domains: [host] });
  expect(resultOf(own)).toMatchObject({ status: 'complete' });
  expect(path(own)).toEqual(['1:local_check', '1:answer']);
});

it.each(['semantic', 'hybrid', 'multi_query', 'decomposed'])(
  'strategy %s finds the answer and says what ran',
  async (strategy) => {
    const view = await research.search({ query: pool.question, strategy });
    expect(resultOf(view)).toMatchObject({ status: 'complete', retrieval: 'lexical', reranked: false });
    expectHonestAnswer(view);
  },
);

it('use_search_hints adds hints from the pages that were read', async () => {
  research.offer(admin.question, 'console');
  const view = await research.search({ query: admin.question, use_search_hints: true });
  expect(resultOf(view)).toMatchObject({ status: 'complete' });
  const { hints } = only(view, 'recheck');
  expect(hints?.length).toBeGreaterThan(0);
  for (const hint of hints ?? []) expect(hint).toContain('Quarrow');
});

it('threshold 0 is complete with any evidence, 1 asks for more than the rules give', async () => {
  const easy = await research.search({
    query: 'Which colour is the cover of the Quarrow handbook?',
    completeness_threshold: 0,
  });
  expect(resultOf(easy)).toMatchObject({ status: 'complete' });
  const strict = await research.search({
    query: 'Is the Quarrow console related to the pool in any way at all?',
    completeness_threshold: 1,
    max_iterations: 1,
  });
  expect(resultOf(strict).status).toBe('max_iterations_reached');
});

it('threshold 0 for URLs crawls what is offered, 1 crawls nothing', async () => {
  const query = 'Which animal is on the logo of Quarrow?';
  const url = research.site.url('/plain.txt');
  research.engine.setHits(query, [rawHit(url, 'Quarrow', 'Plain text on the logo.')]);
  const none = await research.search({ query, url_score_threshold: 1, max_iterations: 1 });
  expect(entries(none, 'crawl')).toEqual([]);
  expect(only(none, 'web_search')).toMatchObject({ urls_found: 1, promising_urls: 0 });
  const all = await research.search({ query, url_score_threshold: 0, max_iterations: 1 });
  expect(only(all, 'crawl').urls).toEqual([url]);
});

it('answer: false gives the passages and no answer', async () => {
  const view = await research.search({ query: pool.question, answer: false });
  expect(resultOf(view)).toMatchObject({
    status: 'complete',
    answer: { found: false, text: null, citations: [] },
  });
  expect(resultOf(view).results.length).toBeGreaterThan(0);
});

it('fresh pages of the knowledge base are not crawled again and count as read', async () => {
  const query = 'Does the Quarrow connection pool have a dark mode?';
  research.offer(query, 'pool');
  const requests = research.site.requests(pool.path).length;
  const view = await research.search({ query, max_iterations: 1, url_score_threshold: 0 });
  expect(only(view, 'web_search').dropped).toEqual([
    { url: research.site.url(pool.path), reason: 'fresh_in_knowledge_base' },
  ]);
  expect(research.site.requests(pool.path)).toHaveLength(requests);
});
