import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entries, only, path, resultOf } from '../support/research/entries.js';
import { expectHonestAnswer } from '../support/research/expect-honest-answer.js';
import { bePatient } from '../support/research/patience.js';
import { facts } from '../support/research/quarrow.js';
import { type Research, startResearch } from '../support/research/start-research.js';

bePatient();

describe.each([
  ['with a model', true],
  ['by rules', false],
])('a search, %s', (_name, llm) => {
  let research: Research;
  const decider = llm ? 'llm' : 'rules';
  beforeAll(async () => {
    research = await startResearch({ llm });
  });
  afterAll(() => research?.close());

  it('is complete after one iteration that reads the page', async () => {
    research.offer(facts.pool.question, 'pool');
    const view = await research.search({ query: facts.pool.question });
    expect(path(view)).toEqual(['1:local_check', '1:web_search', '1:crawl', '1:recheck', '1:answer']);
    expect(resultOf(view)).toMatchObject({
      success: true,
      status: 'complete',
      iterations: 1,
      retrieval: 'lexical',
      reranked: false,
    });
    expectHonestAnswer(view);
    expect(resultOf(view).answer.text).toContain('17');
    expect(only(view, 'recheck').decided_by).toBe(decider);
    expect(only(view, 'answer').decided_by).toBe(decider);
    expect(only(view, 'crawl')).toMatchObject({
      urls: [research.site.url(facts.pool.path)],
      urls_stored: 1,
      failures: [],
      from_cache: 0,
    });
    const { receipt } = resultOf(view);
    expect(receipt.pages).toEqual({ fetched: 1, from_cache: 0, refused: 0 });
    expect(receipt.crawl_efficiency).toBe(1);
    expect(Object.keys(receipt.llm).sort()).toEqual(llm ? ['answer', 'judge', 'rank'] : []);
    expect(receipt.cost_usd).toEqual(llm ? expect.any(Number) : 0);
    // What the children brought is in the history: they take no memory any more.
    const { client, prefix } = research.system;
    const kept = await Promise.all(
      ['crawl', 'index'].map((queue) => client.keys(`${prefix}:${queue}:${view.id}*`)),
    );
    expect(kept.flat()).toEqual([]);
  });

  it('answers the same question from the knowledge base afterwards, without the web', async () => {
    const before = [research.engine.requests.length, research.site.requests().length];
    const view = await research.search({ query: facts.pool.question });
    expect(path(view)).toEqual(['1:local_check', '1:answer']);
    expect(resultOf(view)).toMatchObject({ status: 'complete', iterations: 1 });
    expectHonestAnswer(view);
    expect([research.engine.requests.length, research.site.requests().length]).toEqual(before);
  });

  it('goes on with a refined query when the first brought half of the answer', async () => {
    const query =
      'How many connections does the Quarrow connection pool keep open by default, and how often is the Quarrow journal flushed to disk?';
    research.offer(query, 'pool');
    const view = await research.search({ query });
    expect(resultOf(view)).toMatchObject({ status: 'complete', iterations: 2 });
    const refine = only(view, 'refine');
    expect(refine).toMatchObject({ iteration: 1, decided_by: decider });
    expect(refine.selected).not.toBe(query);
    expect(entries(view, 'local_check').map((entry) => entry.query)).toEqual([query, refine.selected]);
    expectHonestAnswer(view);
    expect(resultOf(view).answer.text).toContain('17');
    expect(resultOf(view).answer.text).toContain('90');
    expect(research.site.requests(facts.journal.path)).toHaveLength(1);
  });

  it('is exhausted when two iterations bring nothing new, and judges the same passages once', async () => {
    const query = 'Which colour is the cover of the Quarrow handbook?';
    const calls = research.llm?.count('completeness') ?? 0;
    const view = await research.search({ query, max_iterations: 6, url_score_threshold: 1 });
    expect(resultOf(view)).toMatchObject({ status: 'exhausted', success: true });
    expect(resultOf(view).completeness).toBeLessThan(0.8);
    expect(resultOf(view).iterations).toBeLessThan(6);
    const checks = entries(view, 'local_check').map((entry) => entry.decided_by);
    expect(checks).toContain('carried');
    if (research.llm) {
      const paid = checks.filter((by) => by === 'llm').length;
      expect(research.llm.count('completeness') - calls).toBe(paid);
    }
    expect(entries(view, 'crawl')).toEqual([]);
    const queries = entries(view, 'web_search').map((entry) => entry.query.toLowerCase());
    expect(new Set(queries).size).toBe(queries.length);
    expect(resultOf(view).answer).toMatchObject({ found: false, text: null, citations: [] });
  });
});
