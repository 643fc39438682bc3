import { afterAll, beforeAll, expect, it } from 'vitest';
import { resultOf } from '../../support/research/entries.js';
import { expectHonestAnswer } from '../../support/research/expect-honest-answer.js';
import { bePatient } from '../../support/research/patience.js';
import { facts } from '../../support/research/quarrow.js';
import { type Research, startResearch } from '../../support/research/start-research.js';
import { until } from '../../support/until.js';

bePatient();

let research: Research;
beforeAll(async () => {
  research = await startResearch();
});
afterAll(() => research?.close());

async function post(): Promise<{ status: number; id: string | null; type: string | null; ms: number }> {
  const started = performance.now();
  const response = await fetch(`${research.system.url()}/v1/searches`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: 'Is anybody there?', max_iterations: 0 }),
  });
  const body = (await response.json()) as { id?: string };
  return {
    status: response.status,
    id: body.id ?? null,
    type: response.headers.get('content-type'),
    ms: performance.now() - started,
  };
}

it('a paused Redis is answered by 503 within 2 s, and used again when it goes on', async () => {
  const pid = research.system.redis?.pid() ?? 0;
  process.kill(pid, 'SIGSTOP');
  const refused = await post().finally(() => process.kill(pid, 'SIGCONT'));
  expect(refused).toMatchObject({ status: 503, type: expect.stringContaining('application/problem+json') });
  expect(refused.ms).toBeLessThan(2_300);
  await until('taken again', async () => (await post()).status === 202, 20_000);
});

it('kill -9 of Redis in the middle of searches loses nothing that was acknowledged, and they finish', async () => {
  const { system, engine } = research;
  for (const name of ['pool', 'console', 'journal'] as const) research.offer(facts[name].question, name);
  engine.hold();
  const questions = [facts.pool, facts.console, facts.journal].map((fact) => fact.question);
  const running = await Promise.all(questions.map((query) => system.submit({ query })));
  await engine.waitForRequest(undefined, 20_000);
  const before = system.redis?.pid();
  await system.redis?.kill();
  const refused = await post();
  expect([202, 503]).toContain(refused.status);
  expect(refused.ms).toBeLessThan(2_300);
  engine.release();
  await until('Redis is back', () => system.redis?.pid() !== before, 20_000);
  if (refused.id !== null) await system.finished(refused.id, 60_000);
  for (const id of running) {
    const view = await system.finished(id, 60_000);
    expect(resultOf(view).status).toBe('complete');
    expectHonestAnswer(view);
    expect(view.search_history.map((entry) => entry.seq)).toEqual(
      view.search_history.map((_, index) => index),
    );
  }
});
