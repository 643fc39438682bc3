import { AbortedError, RetryableError } from '@agentic-search/shared/errors';
import type { Embedder } from '@agentic-search/shared/ports/embedder';
import { type SearchRecord, searchResult } from '@agentic-search/shared/records';
import { afterEach, expect, inject, it } from 'vitest';
import { countingModel } from './counting-model.js';
import { offeringEngine } from './offering-engine.js';
import { startOrchestrator } from './orchestrator-rig.js';
import { storeOf } from './store-of.js';

type Outside = Parameters<typeof startOrchestrator>[1];
let orchestrator: Awaited<ReturnType<typeof startOrchestrator>> | undefined;
afterEach(async () => {
  await orchestrator?.close();
  orchestrator = undefined;
});
const start = async (outside: Outside) => {
  orchestrator = await startOrchestrator(inject('redisUrl'), outside);
  return orchestrator;
};

/** Vectors at ten tokens a query. */
const embedder: Embedder = {
  id: 'ten-tokens',
  dimensions: 2,
  maxBatch: 20,
  embed: async (texts) => texts.map(() => ({ ok: true, vector: new Float32Array([1, 0]), tokens: 10 })),
  check: async () => ({ detail: 'ok' }),
};
const passages = ['Widgets wait 12 seconds before they close.'];
const actions = (record: SearchRecord) => record.history.map((entry) => entry.action);

it('the vectors of its queries stand in the receipt of a search', async () => {
  const { submit, finished } = await start({ store: storeOf(passages), embedder, embeddingPrice: 0.000_001 });
  const record = await finished(await submit({ query: 'Who made the widgets?', max_iterations: 0 }));
  const { receipt } = searchResult(record) ?? {};
  expect(receipt?.embedding_tokens).toBe(10);
  expect(receipt?.cost_usd).toBeCloseTo(0.000_01, 9);
});

it('vectors alone can use the cost limit up', async () => {
  const { submit, finished } = await start({
    store: storeOf(passages),
    embedder,
    embeddingPrice: 0.000_1,
    engine: offeringEngine(3),
  });
  const query = 'Who made the widgets, and why?';
  const record = await finished(
    await submit({ query, url_score_threshold: 1, budget: { max_cost_usd: 0.001 } }),
  );
  expect(record.status).toBe('budget_exhausted');
  expect(actions(record)).toEqual(['local_check', 'answer']);
});

it('where the cost is unknown, a cost limit lets no call through', async () => {
  const model = countingModel();
  const { submit, finished } = await start({
    store: storeOf(passages),
    embedder,
    embeddingPrice: null,
    engine: offeringEngine(3),
    gateway: {
      llm: model.llm,
      pacer: { take: async () => undefined },
      prices: { counting: { input: 1, output: 1 } },
      temperature: null,
      now: Date.now,
    },
  });
  const record = await finished(
    await submit({ query: 'Who made the widgets?', url_score_threshold: 1, budget: { max_cost_usd: 1 } }),
  );
  expect(record.status).toBe('budget_exhausted');
  // The first call went out before anything of unknown cost was booked.
  expect(model.asked()).toEqual(['completeness']);
});

it('a fault that asks for a long wait does not keep a search beyond its time', async () => {
  const store = storeOf(passages);
  store.fail = new RetryableError('slow_down', 'come back tomorrow', { retryAfterMs: 86_400_000 });
  const { submit, records, queues } = await start({ store });
  const id = await submit({ query: 'How long do widgets wait?', budget: { max_seconds: 60 } });
  const delayed = async () => (await queues.raw('search').getDelayed())[0];
  await expect.poll(delayed, { timeout: 10_000 }).toBeDefined();
  const job = await delayed();
  const record = (await records.load(id))?.record;
  expect(Number(job?.timestamp) + Number(job?.delay)).toBeLessThan(Number(record?.deadline_at) + 1_000);
});

it('time that runs out in the middle of a step is no fault, whatever the step throws then', async () => {
  const store = storeOf(passages);
  const engine = {
    ...offeringEngine(1),
    search: (_query: string, { signal }: { signal: AbortSignal }) =>
      new Promise<never>((_resolve, reject) => {
        const stop = () => reject(new AbortedError('aborted', 'the request was aborted'));
        signal.addEventListener('abort', stop, { once: true });
      }),
  };
  const { submit, finished } = await start({ store, engine });
  const record = await finished(await submit({ query: 'Who made widgets?', budget: { max_seconds: 1 } }));
  expect(record).toMatchObject({ status: 'budget_exhausted' });
  expect(actions(record)).toEqual(['local_check', 'answer']);
});

it('a search that found nothing says how it looked', async () => {
  const { submit, finished } = await start({ store: storeOf([]), embedder, embeddingPrice: 0 });
  const record = await finished(await submit({ query: 'Who made the widgets?', max_iterations: 0 }));
  expect(searchResult(record)).toMatchObject({ retrieval: 'hybrid', completeness: 0, results: [] });
});
