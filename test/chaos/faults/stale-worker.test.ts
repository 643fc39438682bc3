import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { EmbeddingDouble } from '../../support/embedding-double/embedding-double.js';
import type { Gate } from '../../support/gate.js';
import { resultOf } from '../../support/research/entries.js';
import { expectHonestAnswer } from '../../support/research/expect-honest-answer.js';
import { bePatient } from '../../support/research/patience.js';
import { type Fact, facts } from '../../support/research/quarrow.js';
import { type HeldResearch, startHeldResearch } from '../../support/research/start-held-research.js';
import type { Research } from '../../support/research/start-research.js';
import { watchQuiet } from '../../support/research/watch-quiet.js';
import { until } from '../../support/until.js';

bePatient();

let held: HeldResearch;
let research: Research;
let embedding: EmbeddingDouble;
let pages: Gate<string>;
beforeAll(async () => {
  held = await startHeldResearch();
  ({ research, embedding, pages } = held);
});
afterEach(() => held?.release());
afterAll(() => held?.close());

interface Case {
  app: 'orchestrator' | 'crawler-worker' | 'indexer-worker';
  fact: Fact;
  hold(): void;
  reached(): Promise<unknown>;
  /** Lets what is asked from now on through; what the paused worker waits for stays where it is. */
  open(): void;
}
const cases: Case[] = [
  {
    app: 'crawler-worker',
    fact: facts.pool,
    hold: () => pages.hold(),
    reached: () => until('page asked', () => pages.waiting > 0, 20_000),
    open: () => pages.release(),
  },
  {
    app: 'indexer-worker',
    fact: facts.console,
    hold: () => embedding.hold(({ texts }) => texts.join().includes(facts.console.sentence)),
    reached: () =>
      embedding.waitForRequest(({ texts }) => texts.join().includes(facts.console.sentence), 20_000),
    open: () => embedding.release(),
  },
  {
    app: 'orchestrator',
    fact: facts.journal,
    hold: () => research.llm?.hold(({ task }) => task === 'ranking'),
    reached: () =>
      until(
        'ranking asked',
        () => research.llm?.requests.some(({ task, state }) => task === 'ranking' && state === 'in_flight'),
        20_000,
      ),
    open: () => research.llm?.release(),
  },
];

it.each(cases)(
  'a $app that was paused past its lock writes nothing once another took over',
  async ({ app, fact, hold, reached, open }) => {
    const { system, llm } = research;
    held.offer(fact);
    const before = llm?.countsByKey() ?? new Map<string, number>();
    hold();
    const id = await system.submit({ query: fact.question });
    await reached();
    const stale = system.processes.filter((one) => one.app === app);
    for (const one of stale) one.pause();
    const successor = await system.add(app);
    open();
    const view = await system.finished(id, 60_000);
    expect(resultOf(view).status).toBe('complete');
    expectHonestAnswer(view);
    const standing = await system.get(id);
    for (const one of stale) one.resume();
    const { before: then, after } = await watchQuiet(system, id, 10);
    expect(after).toEqual(then);
    expect(await system.get(id)).toEqual(standing);
    const asked = [...(llm?.countsByKey() ?? [])].map(([key, count]) => ({
      key,
      times: count - (before.get(key) ?? 0),
    }));
    const again = asked.filter(({ times }) => times > 1);
    // Only the call that was in flight when its worker stopped is asked for again.
    expect(again.every(({ key, times }) => times === 2 && key.startsWith('ranking:'))).toBe(true);
    expect(again.length).toBeLessThanOrEqual(app === 'orchestrator' ? 1 : 0);
    for (const one of stale) await one.kill();
    expect(successor.pid()).not.toBeNull();
  },
);
