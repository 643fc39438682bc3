import { afterAll, beforeAll, expect, it } from 'vitest';
import { only, resultOf } from '../support/research/entries.js';
import { expectHonestAnswer } from '../support/research/expect-honest-answer.js';
import { bePatient } from '../support/research/patience.js';
import { facts } from '../support/research/quarrow.js';
import { type Research, startResearch } from '../support/research/start-research.js';

bePatient();

const query =
  'How many connections does the Quarrow connection pool keep open by default, and how often is the Quarrow journal flushed to disk?';
let research: Research;
beforeAll(async () => {
  research = await startResearch({ llm: true });
  research.offer(query, 'pool');
  research.offer(facts.pool.question, 'pool');
  await research.search({ query: facts.pool.question });
});
afterAll(() => research?.close());

function spent(view: Awaited<ReturnType<Research['search']>>) {
  const { receipt } = resultOf(view);
  const tokens = Object.values(receipt.llm).reduce(
    (sum, one) => sum + one.input_tokens + one.output_tokens,
    0,
  );
  return { tokens, usd: receipt.cost_usd ?? Number.NaN };
}

it('max_llm_tokens ends the loop in time for an answer', async () => {
  const limit = 2_000;
  const view = await research.search({ query, budget: { max_llm_tokens: limit } });
  expect(resultOf(view)).toMatchObject({ status: 'budget_exhausted', success: true });
  expect(spent(view).tokens).toBeLessThanOrEqual(limit);
  expectHonestAnswer(view);
});

it('max_llm_tokens 0 asks the model nothing; the rules answer', async () => {
  const before = research.llm?.count();
  const view = await research.search({ query: facts.pool.question, budget: { max_llm_tokens: 0 } });
  expect(research.llm?.count()).toBe(before);
  expect(spent(view)).toEqual({ tokens: 0, usd: 0 });
  expectHonestAnswer(view);
});

it('max_cost_usd is never passed', async () => {
  const limit = 0.0026;
  const asked = query.replace(/how often.*/, 'which port does the Quarrow admin console listen on?');
  research.offer(asked, 'pool');
  const view = await research.search({ query: asked, budget: { max_cost_usd: limit } });
  expect(spent(view).usd).toBeLessThanOrEqual(limit);
  expect(resultOf(view)).toMatchObject({ status: 'budget_exhausted', success: true });
  expectHonestAnswer(view);
});

it('a model that does not answer leaves the decision to the rules, in time', async () => {
  research.llm?.hold();
  const view = await research.search({ query: facts.pool.question, budget: { max_seconds: 3 } });
  research.llm?.release();
  expect(resultOf(view).success).toBe(true);
  expect(only(view, 'local_check').decided_by).toBe('rules');
  expectHonestAnswer(view);
  const took = Date.parse(view.finished_at ?? '') - Date.parse(view.started_at ?? '');
  expect(took).toBeLessThan(3_000 + 6_000);
  // The server may have been paid for what nobody waited for.
  expect(spent(view).tokens).toBeGreaterThan(0);
});
