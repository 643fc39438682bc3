import { DependencyUnavailableError } from '@agentic-search/shared/errors';
import { searchResult } from '@agentic-search/shared/records';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { countingModel } from './counting-model.js';
import { offeringEngine } from './offering-engine.js';
import { startOrchestrator } from './orchestrator-rig.js';
import { storeOf } from './store-of.js';

const store = storeOf(['Widgets wait 12 seconds before they close.']);
let orchestrator: Awaited<ReturnType<typeof startOrchestrator>>;
beforeAll(async () => {
  orchestrator = await startOrchestrator(inject('redisUrl'), { store, engine: offeringEngine(2) });
});
afterAll(() => orchestrator?.close());

it('a step that fails every time is tried a bounded number of times, then the search is failed and says why', async () => {
  store.fail = new DependencyUnavailableError('vector_store_unavailable', 'the store is away');
  const id = await orchestrator.submit({ query: 'How long do widgets wait?' });
  const record = await orchestrator.finished(id);
  store.fail = null;
  expect(record).toMatchObject({
    state: 'failed',
    status: 'failed',
    error: { code: 'vector_store_unavailable', detail: 'the store is away' },
  });
  const errors = record.history.filter((entry) => entry.action === 'error');
  expect(errors).toHaveLength(10);
  expect(errors.map((entry) => entry.attempt)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(errors.map((entry) => entry.retrying)).toEqual([...Array(9).fill(true), false]);
  expect(record.history.map((entry) => entry.seq)).toEqual(record.history.map((_, index) => index));
  expect(searchResult(record)).toMatchObject({ success: false, status: 'failed', results: [] });
});

it('a fault that passes costs an error entry and no more', async () => {
  store.fail = new DependencyUnavailableError('vector_store_unavailable', 'the store is away');
  const id = await orchestrator.submit({ query: 'How long do widgets wait before they close?' });
  await expect
    .poll(async () => (await orchestrator.records.load(id))?.record.history.length, { timeout: 15_000 })
    .toBeGreaterThan(0);
  store.fail = null;
  const record = await orchestrator.finished(id);
  expect(record).toMatchObject({ state: 'completed', status: 'complete' });
  expect(record.history[0]).toMatchObject({ action: 'error', step: 'local_check', retrying: true });
});

it('a search that kills every worker is given up', async () => {
  const id = await orchestrator.submit({ query: 'Who kills workers?' }, (record) => ({
    ...record,
    state: 'running',
    started_at: record.created_at,
    claims: { key: '1/1/local_check', count: 10, released: false },
  }));
  const record = await orchestrator.finished(id);
  expect(record).toMatchObject({ state: 'failed', error: { code: 'step_failed_repeatedly' } });
});

it('a failed search that is retried goes on from its checkpoint and pays for nothing twice', async () => {
  const engine = offeringEngine(3);
  const model = countingModel();
  let away = true;
  const other = await startOrchestrator(inject('redisUrl'), {
    store: storeOf(['Widgets wait 12 seconds before they close.']),
    engine: {
      ...engine,
      search: async (query, options) => {
        if (away) throw new Error('the engine broke');
        return engine.search(query, options);
      },
    },
    gateway: {
      llm: model.llm,
      pacer: { take: async () => undefined },
      prices: {},
      temperature: null,
      now: Date.now,
    },
  });
  try {
    const id = await other.submit({ query: 'How long?', max_iterations: 1, url_score_threshold: 1 });
    const failed = await other.finished(id);
    expect(failed).toMatchObject({ state: 'failed', step: 'web_search', error: { code: 'internal_error' } });
    expect(model.asked()).toEqual(['completeness']);
    away = false;
    await other.retry(id);
    const record = await other.finished(id);
    expect(record).toMatchObject({
      state: 'completed',
      status: 'max_iterations_reached',
      error: null,
      run: 2,
    });
    expect(model.asked()).toEqual(['completeness', 'ranking', 'answer']);
    expect(record.history.filter((entry) => entry.action !== 'error').map((entry) => entry.action)).toEqual([
      'local_check',
      'web_search',
      'answer',
    ]);
    expect(record.history.map((entry) => entry.seq)).toEqual(record.history.map((_, index) => index));
  } finally {
    await other.close();
  }
});
