import { afterAll, beforeAll, expect, it } from 'vitest';
import { entries, only, path, resultOf } from '../support/research/entries.js';
import { bePatient } from '../support/research/patience.js';
import { facts, rawHit } from '../support/research/quarrow.js';
import { type Research, startResearch } from '../support/research/start-research.js';

bePatient();

let research: Research;
beforeAll(async () => {
  research = await startResearch({ settings: { CRAWL_TIMEOUT_MS: '60000' } });
});
afterAll(() => research?.close());

it('max_iterations_reached: the last iteration ends without a refine', async () => {
  const query = 'Which composer wrote the Quarrow anthem?';
  const view = await research.search({ query, max_iterations: 1, url_score_threshold: 1 });
  expect(resultOf(view)).toMatchObject({ status: 'max_iterations_reached', success: true, iterations: 1 });
  expect(path(view)).toEqual(['1:local_check', '1:web_search', '1:answer']);
});

it.each(['captcha', 'json_not_enabled', 'unresponsive', 'broken_json', 'disconnect'] as const)(
  'search_unavailable: the engine answers with %s',
  async (fault) => {
    research.engine.fail(fault);
    const view = await research.search({ query: `Which engine has the fault ${fault}?` });
    research.engine.fail('none');
    expect(resultOf(view)).toMatchObject({ status: 'search_unavailable', success: false, results: [] });
    expect(only(view, 'web_search').unresponsive_engines.length).toBeGreaterThan(0);
    expect(view.state).toBe('completed');
  },
);

it('search_unavailable with results is a success', async () => {
  research.offer(facts.pool.question, 'pool');
  await research.search({ query: facts.pool.question });
  research.engine.fail('captcha');
  const view = await research.search({ query: 'Which colour does the Quarrow connection pool have?' });
  research.engine.fail('none');
  expect(resultOf(view)).toMatchObject({ status: 'search_unavailable', success: true });
  expect(resultOf(view).results.length).toBeGreaterThan(0);
});

it('an engine that finds nothing is no engine that is broken', async () => {
  const view = await research.search({ query: 'zzz qqq', max_iterations: 2 });
  expect(['exhausted', 'max_iterations_reached']).toContain(resultOf(view).status);
});

it('budget_exhausted by pages, with what the pages brought', async () => {
  const query =
    'Which port does the Quarrow admin console listen on, and how often is the Quarrow journal flushed to disk?';
  research.offer(query, 'console', 'journal');
  // A knowledge base of its own: what other searches read must not answer half of it.
  const view = await research.search({ query, namespace: 'one-page', budget: { max_pages: 1 } });
  expect(resultOf(view)).toMatchObject({ status: 'budget_exhausted', success: true });
  expect(entries(view, 'crawl').flatMap(({ urls }) => urls)).toHaveLength(1);
  expect(resultOf(view).answer.found).toBe(true);
});

it('budget_exhausted by pages before any page', async () => {
  const query = 'How many wheels does a Quarrow have?';
  research.engine.setHits(query, [rawHit(research.site.url('/article'), 'Quarrow wheels', query)]);
  const view = await research.search({ query, budget: { max_pages: 0 } });
  expect(resultOf(view).status).toBe('budget_exhausted');
  expect(entries(view, 'crawl')).toEqual([]);
});

it('budget_exhausted by time, in time, while a page never comes', async () => {
  const query = 'How slow is the slowest page of Quarrow?';
  research.engine.setHits(query, [
    rawHit(research.site.url('/slow-headers'), 'Slowest page of Quarrow', query),
  ]);
  const view = await research.search({ query, budget: { max_seconds: 4 } });
  expect(resultOf(view).status).toBe('budget_exhausted');
  expect(only(view, 'crawl').failures).toMatchObject([{ code: 'aborted' }]);
  const took = Date.parse(view.finished_at ?? '') - Date.parse(view.started_at ?? '');
  expect(took).toBeLessThan(4_000 + 6_000);
});
