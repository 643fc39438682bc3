import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectSse, type SseClient } from '../integration/api/sse-client.js';
import { bePatient } from '../support/research/patience.js';
import { facts } from '../support/research/quarrow.js';
import { type Research, startResearch } from '../support/research/start-research.js';
import { startTestSystem, type TestSystem } from '../support/test-system.js';

bePatient();

let research: Research;
let second: TestSystem;
beforeAll(async () => {
  research = await startResearch({ llm: true });
  second = await startTestSystem({ redisUrl: research.system.redisUrl(), counts: { api: 1 } });
});
afterAll(async () => {
  await second?.stop();
  await research?.close();
});

const listen = (system: TestSystem, id: string, lastEventId?: number): Promise<SseClient> =>
  connectSse(
    (headers, signal) => fetch(`${system.url()}/v1/searches/${id}/events`, { headers, signal }),
    lastEventId,
  );

it('three clients of two API processes see every entry once, in order, then done', async () => {
  const { system, engine, llm } = research;
  research.offer(facts.pool.question, 'pool');
  engine.hold();
  const id = await system.submit({ query: facts.pool.question });
  const early = await listen(system, id);
  const moving = await listen(system, id);
  await engine.waitForRequest(undefined, 60_000);
  await moving.until((client) => client.seqs().length > 0);
  moving.disconnect();
  const seen = moving.seqs();
  llm?.hold(({ task }) => task === 'answer');
  engine.release();
  await llm?.waitForRequest(({ task }) => task === 'answer', 60_000);
  const late = await listen(system, id);
  const back = await listen(second, id, seen.at(-1));
  llm?.release();
  const view = await system.finished(id, 60_000);
  const all = view.search_history.map((entry) => entry.seq);
  for (const client of [early, late, back]) await client.closed;
  expect(early.seqs()).toEqual(all);
  expect(late.seqs()).toEqual(all);
  expect([...seen, ...back.seqs()]).toEqual(all);
  for (const client of [early, late, back]) {
    expect(client.events.filter(({ event }) => event === 'done')).toHaveLength(1);
    expect(client.events.at(-1)?.event).toBe('done');
  }
});

it('a client goes on at another process when its own was killed', async () => {
  const { system, engine } = research;
  research.offer(facts.journal.question, 'journal');
  engine.hold();
  const id = await second.submit({ query: facts.journal.question });
  const first = await listen(second, id);
  await first.until((client) => client.seqs().length > 0);
  const cut = first.closed.catch(() => undefined);
  await second.find('api').kill();
  await cut;
  const again = await listen(system, id, first.seqs().at(-1));
  engine.release();
  const view = await system.finished(id, 60_000);
  await again.closed;
  expect([...first.seqs(), ...again.seqs()]).toEqual(view.search_history.map((entry) => entry.seq));
  expect(again.events.at(-1)?.event).toBe('done');
});
