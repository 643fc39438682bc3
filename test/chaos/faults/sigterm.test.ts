import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { EmbeddingDouble } from '../../support/embedding-double/embedding-double.js';
import type { Gate } from '../../support/gate.js';
import { entries, resultOf } from '../../support/research/entries.js';
import { bePatient } from '../../support/research/patience.js';
import { type Fact, facts } from '../../support/research/quarrow.js';
import { type HeldResearch, startHeldResearch } from '../../support/research/start-held-research.js';
import type { Research } from '../../support/research/start-research.js';
import { until } from '../../support/until.js';

bePatient();

const TIMEOUT_MS = 8_000;
const lines: string[] = [];
let held: HeldResearch;
let research: Research;
let embedding: EmbeddingDouble;
let pages: Gate<string>;
beforeAll(async () => {
  held = await startHeldResearch({
    log: (line) => lines.push(line),
    settings: { SHUTDOWN_TIMEOUT_MS: String(TIMEOUT_MS) },
  });
  ({ research, embedding, pages } = held);
});
afterEach(() => held?.release());
afterAll(() => held?.close());

interface Case {
  name: string;
  fact: Fact;
  hold(): void;
  reached(): Promise<unknown>;
}
const cases: Case[] = [
  {
    name: 'crawler-worker-1',
    fact: facts.pool,
    hold: () => pages.hold(),
    reached: () => until('page asked', () => pages.waiting > 0, 20_000),
  },
  {
    name: 'indexer-worker-1',
    fact: facts.console,
    hold: () => embedding.hold(({ texts }) => texts.join().includes(facts.console.sentence)),
    reached: () =>
      embedding.waitForRequest(({ texts }) => texts.join().includes(facts.console.sentence), 20_000),
  },
  {
    name: 'orchestrator-1',
    fact: facts.journal,
    hold: () => research.llm?.hold(({ task }) => task === 'ranking'),
    reached: () =>
      research.llm?.waitForRequest(({ task }) => task === 'ranking', 20_000) ?? Promise.resolve(),
  },
];

it.each(cases)(
  '$name ends with 0 within its time and hands back what it holds',
  async ({ name, fact, hold, reached }) => {
    const { system } = research;
    held.offer(fact);
    hold();
    const id = await system.submit({ query: fact.question });
    await reached();
    const one = system.find(name);
    const started = performance.now();
    process.kill(one.pid() ?? 0, 'SIGTERM');
    const line = await until(
      `${name} ended`,
      () => lines.find((text) => text.startsWith(`${name} ended`)),
      TIMEOUT_MS + 4_000,
    );
    expect(line).toBe(`${name} ended (code 0)`);
    expect(performance.now() - started).toBeLessThan(TIMEOUT_MS + 1_000);
    for (const held of [pages, embedding, research.llm]) held?.release();
    one.start();
    const view = await system.finished(id, 60_000);
    expect(resultOf(view).status).toBe('complete');
    // Handed back is not lost.
    expect(entries(view, 'error')).toEqual([]);
  },
);

it('the API ends with 0 while clients listen', async () => {
  const { system } = research;
  const api = system.find('api');
  research.llm?.hold();
  const id = await system.submit({ query: facts.pool.question });
  const stream = await fetch(`${system.url()}/v1/searches/${id}/events`);
  const ended = stream.text().catch(() => 'cut');
  process.kill(api.pid() ?? 0, 'SIGTERM');
  await until('api ended', () => lines.includes('api ended (code 0)'), TIMEOUT_MS + 4_000);
  await ended;
  research.llm?.release();
  api.start();
  expect(resultOf(await system.finished(id, 60_000)).status).toBe('complete');
});
