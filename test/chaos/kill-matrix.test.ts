import type { Chunk } from '@agentic-search/shared/ports/vector-store';
import type { SearchRecord } from '@agentic-search/shared/records';
import { analyse } from '@agentic-search/shared/retrieval';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestSystem, type TestSystem } from '../support/test-system.js';
import {
  comparableHistory,
  type HoldPoint,
  type Outside,
  prepareTwoRoundSearch,
  startOutside,
  type TwoRoundSearch,
} from '../support/two-round-search.js';

const signal = new AbortController().signal;
const processes = ['orchestrator-1', 'crawler-worker-1', 'indexer-worker-1', 'api'] as const;
const steps: HoldPoint[] = ['local_check', 'web_search', 'crawl', 'recheck', 'refine', 'answer'];
/** An orchestrator's steps ask the model themselves; a kill then loses the reply that was in flight. */
const asksModel = new Set<HoldPoint>(['recheck', 'refine', 'answer']);

let outside: Outside;
let system: TestSystem;
let expectedHistory: unknown[];
let expectedChunks: unknown[];

beforeAll(async () => {
  outside = await startOutside();
  system = await startTestSystem({ settings: outside.settings });
  const search = prepareTwoRoundSearch(outside, 'baseline');
  const record = await run(search);
  expectedHistory = comparableHistory(record.history, search.name);
  expectedChunks = await chunksOf(search);
}, 120_000);

afterAll(async () => {
  await system?.stop();
  await outside?.close();
});

async function run(search: TwoRoundSearch, disturb?: (id: string) => Promise<void>): Promise<SearchRecord> {
  const id = await system.submit(search.body);
  await disturb?.(id);
  await system.finished(id, 40_000);
  // The record itself, as Redis holds it, not what the API makes of it.
  const found = await system.records.load(id);
  if (!found) throw new Error('the record is gone');
  return found.record;
}

/** All chunks of the search's namespace as the store holds them, without what differs between two searches. */
async function chunksOf(search: TwoRoundSearch): Promise<unknown[]> {
  const store = await system.store();
  const terms = new Map([...analyse('pool connections', 'en').terms.keys()].map((term) => [term, 1]));
  const found = await store.passages.lexical(terms, { namespace: search.namespace }, 1_000, { signal });
  const counts = await store.sources.counts(search.namespace, { signal });
  expect(found).toHaveLength(counts.chunks);
  const plain = ({ url, type, chunk_index, chunk_count, start, end, content }: Chunk) => ({
    url,
    type,
    chunk_index,
    chunk_count,
    start,
    end,
    content,
  });
  const sorted = found
    .map(({ chunk }) => plain(chunk))
    .sort(
      (a, b) => a.url.localeCompare(b.url) || a.type.localeCompare(b.type) || a.chunk_index - b.chunk_index,
    );
  return JSON.parse(
    JSON.stringify(sorted).replaceAll(`zephyr-${search.name}`, 'zephyr').replaceAll(`/${search.name}/`, '/'),
  ) as unknown[];
}

function expectPaidOnce(search: TwoRoundSearch, record: SearchRecord, lostInFlight: number): void {
  const keys = outside.llm.requests.filter(search.isMine).map((request) => request.key);
  const repeated = keys.length - new Set(keys).size;
  expect(repeated).toBeLessThanOrEqual(lostInFlight);
  const booked = Object.values(record.spending.llm).reduce((sum, task) => sum + task.repeated, 0);
  expect(booked).toBe(repeated);
  expect(Object.values(record.spending.llm).reduce((sum, task) => sum + task.calls, 0)).toBe(keys.length);
}

async function expectSameAsUndisturbed(search: TwoRoundSearch, record: SearchRecord): Promise<void> {
  expect(record).toMatchObject({ state: 'completed', status: 'complete', answer: { found: true } });
  expect(comparableHistory(record.history, search.name)).toEqual(expectedHistory);
  const chunks = await chunksOf(search);
  // Names differ in length, so offsets of pages may; the passages themselves must not.
  expect(chunks.length).toBe(expectedChunks.length);
  expect(chunks.map(withoutOffsets)).toEqual(expectedChunks.map(withoutOffsets));
}

function withoutOffsets(chunk: unknown): unknown {
  const { start: _start, end: _end, ...rest } = chunk as Record<string, unknown>;
  return rest;
}

async function killAndStart(name: string): Promise<void> {
  const target = system.find(name);
  await target.kill();
  target.start();
}

describe('the undisturbed search', () => {
  it('goes through every step in two rounds', () => {
    const actions = expectedHistory.map((entry) => (entry as { action: string; iteration: number }).action);
    expect(actions).toEqual([
      'local_check',
      'web_search',
      'crawl',
      'recheck',
      'refine',
      'local_check',
      'web_search',
      'crawl',
      'recheck',
      'answer',
    ]);
    expect(expectedChunks.length).toBeGreaterThan(10);
  });
});

const letters = 'abcdefgh';
const caseName = (step: HoldPoint, name: string, extra = '') =>
  // As long as "baseline", so that pages are cut at the same places.
  `${letters[steps.indexOf(step)] ?? 'i'}${letters[processes.indexOf(name as never)]}${extra}`.padEnd(8, 'x');

describe.each(steps)('kill -9 inside %s', (step) => {
  it.each(processes)(
    'of %s leaves the search as if nothing had happened',
    async (name) => {
      const search = prepareTwoRoundSearch(outside, caseName(step, name));
      // The indexer's part of a crawl is the embedding of its page.
      const point = step === 'crawl' && name === 'indexer-worker-1' ? 'index' : step;
      const held = search.hold(point);
      const record = await run(search, async () => {
        await held.inFlight();
        await killAndStart(name);
        held.release();
      });
      await expectSameAsUndisturbed(search, record);
      expectPaidOnce(search, record, name === 'orchestrator-1' && asksModel.has(step) ? 1 : 0);
    },
    60_000,
  );
});

describe('two kills in the same step', () => {
  it.each([
    ['recheck', 'orchestrator-1'],
    ['crawl', 'crawler-worker-1'],
    ['index', 'indexer-worker-1'],
  ] as const)(
    '%s of %s',
    async (point, name) => {
      const search = prepareTwoRoundSearch(outside, caseName(point, name, 'two'));
      const held = search.hold(point);
      const record = await run(search, async () => {
        for (let kill = 0; kill < 2; kill += 1) {
          await held.inFlight();
          await killAndStart(name);
        }
        held.release();
      });
      await expectSameAsUndisturbed(search, record);
      expectPaidOnce(search, record, point === 'recheck' ? 2 : 0);
    },
    60_000,
  );
});
