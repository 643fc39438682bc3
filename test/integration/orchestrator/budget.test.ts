import { createHash } from 'node:crypto';
import type { Llm, LlmReply, LlmRequest } from '@agentic-search/shared/ports/llm';
import type { SearchRecord } from '@agentic-search/shared/records';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { minimalJson } from '../../support/llm-double/minimal-json.js';
import { offeringEngine } from './offering-engine.js';
import { startOrchestrator } from './orchestrator-rig.js';
import { storeOf } from './store-of.js';

/** USD for a million tokens. */
const prices = { double: { input: 3, output: 9 } };

/** What the model of one search does: sizes of its replies as it claims them, and every third reply rubbish. */
interface Temper {
  outputShare: number;
  rubbish: boolean;
}

let temper: Temper = { outputShare: 1, rubbish: false };
let charged: { tokens: number; usd: number } = { tokens: 0, usd: 0 };
let asked = 0;

/** Charges for what it was sent (at most what a careful count gives) and up to what it was allowed to write. */
const model: Llm = {
  model: 'double',
  async complete(request: LlmRequest): Promise<LlmReply> {
    asked += 1;
    const inputTokens = Math.ceil(request.messages.reduce((sum, { content }) => sum + content.length, 0) / 6);
    const outputTokens = Math.floor(request.maxOutputTokens * temper.outputShare);
    charged.tokens += inputTokens + outputTokens;
    charged.usd += (inputTokens * prices.double.input + outputTokens * prices.double.output) / 1e6;
    const rubbish = temper.rubbish && asked % 3 === 0;
    const text = rubbish ? 'I would rather not.' : JSON.stringify(minimalJson(request.output?.schema));
    return { text, usage: { inputTokens, outputTokens }, finishReason: 'stop' };
  },
  check: async () => ({ detail: 'ok' }),
};

const passages = Array.from(
  { length: 12 },
  (_, index) =>
    `Widget ${index} waits ${index + 3} seconds before it closes. ${'It is documented. '.repeat(index * 5)}`,
);

let orchestrator: Awaited<ReturnType<typeof startOrchestrator>>;
beforeAll(async () => {
  orchestrator = await startOrchestrator(inject('redisUrl'), {
    store: storeOf(passages),
    engine: offeringEngine(20),
    gateway: {
      llm: model,
      pacer: { take: async () => undefined },
      prices,
      temperature: null,
      now: Date.now,
    },
  });
});
afterAll(() => orchestrator?.close());

const tokensOf = (record: SearchRecord) =>
  Object.values(record.spending.llm).reduce((sum, task) => sum + task.input_tokens + task.output_tokens, 0);

it('never spends over its limits, whatever the model writes, and ends with a finished answer', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        tokens: fc.option(fc.integer({ min: 0, max: 30_000 })),
        usd: fc.option(fc.double({ min: 0, max: 0.08, noNaN: true })),
        outputShare: fc.double({ min: 0, max: 1, noNaN: true }),
        rubbish: fc.boolean(),
        answer: fc.boolean(),
        iterations: fc.integer({ min: 0, max: 3 }),
      }),
      async ({ tokens, usd, outputShare, rubbish, answer, iterations }) => {
        temper = { outputShare, rubbish };
        charged = { tokens: 0, usd: 0 };
        const query = `How long does widget ${createHash('sha256').update(String(Math.random())).digest('hex').slice(0, 6)} wait?`;
        const id = await orchestrator.submit({
          query,
          answer,
          max_iterations: iterations,
          url_score_threshold: 1,
          budget: { max_llm_tokens: tokens, max_cost_usd: usd },
        });
        const record = await orchestrator.finished(id);
        expect(record.state).toBe('completed');
        expect(tokensOf(record)).toBe(charged.tokens);
        expect(record.spending.cost_usd).toBeCloseTo(charged.usd, 9);
        if (tokens !== null) expect(charged.tokens).toBeLessThanOrEqual(tokens);
        if (usd !== null) expect(charged.usd).toBeLessThanOrEqual(usd + 1e-12);
        expect(record.answer).not.toBeNull();
        expect(record.history.at(-1)?.action).toBe('answer');
      },
    ),
    { numRuns: 60 },
  );
}, 90_000);

it('holds back what the answer costs: the loop ends, the model still answers', async () => {
  temper = { outputShare: 0.5, rubbish: false };
  charged = { tokens: 0, usd: 0 };
  const limit = 20_000;
  const id = await orchestrator.submit({
    query: 'How long do all of the widgets wait?',
    max_iterations: 10,
    url_score_threshold: 1,
    completeness_threshold: 1,
    budget: { max_llm_tokens: limit },
  });
  const record = await orchestrator.finished(id);
  expect(charged.tokens).toBeLessThanOrEqual(limit);
  expect(record.spending.llm.answer?.calls).toBe(1);
  expect(record.history.at(-1)).toMatchObject({ action: 'answer', decided_by: 'llm' });
}, 30_000);
