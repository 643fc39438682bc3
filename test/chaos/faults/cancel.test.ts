import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { EmbeddingDouble } from '../../support/embedding-double/embedding-double.js';
import type { Gate } from '../../support/gate.js';
import { resultOf } from '../../support/research/entries.js';
import { liveJobs } from '../../support/research/job-counts.js';
import { bePatient } from '../../support/research/patience.js';
import { factPage, facts, rawHit } from '../../support/research/quarrow.js';
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
  research.offer(facts.pool.question, 'pool');
  await research.search({ query: facts.pool.question });
});
afterEach(() => held?.release());
afterAll(() => held?.close());

let serial = 0;
/** A page of its own for each case, that waits at the gate while held. */
function newPage(): string {
  serial += 1;
  const path = `/cancel/${serial}`;
  research.site.route(path, async ({ response }) => {
    await pages.pass(path);
    const sentence = `Page ${serial} of Quarrow says nothing that anybody asked.`;
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(factPage({ ...facts.journal, path, title: `Quarrow page ${serial}`, sentence }));
  });
  return path;
}

interface Held {
  /** Holds the double that the step waits for. */
  hold(): void;
  /** Resolves when the step is at the double. */
  reached(): Promise<unknown>;
}
const model = (task: string, nth = 1): Held => {
  let seen = 0;
  return {
    hold: () =>
      research.llm?.hold((request) => {
        if (request.task !== task) return false;
        seen += 1;
        return seen >= nth;
      }),
    reached: () => until(`${task} asked`, () => seen >= nth, 20_000),
  };
};
const steps: Record<string, () => Held> = {
  local_check: () => model('completeness'),
  'web_search (engine)': () => ({
    hold: () => research.engine.hold(),
    reached: () => research.engine.waitForRequest(undefined, 20_000),
  }),
  'web_search (ranking)': () => model('ranking'),
  'crawl (page)': () => ({
    hold: () => pages.hold(),
    reached: () => until('page asked', () => pages.waiting > 0, 20_000),
  }),
  'crawl (index)': () => ({
    hold: () =>
      embedding.hold((request) => request.texts.some((text) => text.includes('nothing that anybody'))),
    reached: () =>
      embedding.waitForRequest(({ texts }) => texts.join().includes('nothing that anybody'), 20_000),
  }),
  recheck: () => model('completeness', 2),
  refine: () => model('refinement'),
};

it.each(Object.keys(steps))(
  'in %s: ends at once with what there is, and nothing is written afterwards',
  async (step) => {
    const { site, engine, system } = research;
    const query = `Which secret does Quarrow keep in case ${serial}?`;
    engine.setHits(query, [rawHit(site.url(newPage()), 'Quarrow secrets', query)]);
    const point = steps[step]?.() as Held;
    point.hold();
    const id = await system.submit({ query, url_score_threshold: 0 });
    await point.reached();
    const asked = performance.now();
    const answer = await system.api('DELETE', `/v1/searches/${id}`);
    expect(answer.status).toBe(202);
    expect(performance.now() - asked).toBeLessThan(2_000);
    expect(await system.get(id)).toMatchObject({
      state: 'cancelled',
      result: { status: 'cancelled', success: false },
    });
    await until('its jobs are gone', async () => (await liveJobs(system, id)).length === 0, 30_000);
    held.release();
    const { before, after } = await watchQuiet(system, id);
    expect(after).toEqual(before);
    const view = await system.get(id);
    expect(resultOf(view).results.length > 0).toBe(step !== 'local_check');
  },
);

it('in answer: likewise', async () => {
  const { system, llm } = research;
  llm?.hold((request) => request.task === 'answer');
  const id = await system.submit({ query: facts.pool.question });
  await llm?.waitForRequest((request) => request.task === 'answer', 20_000);
  expect((await system.api('DELETE', `/v1/searches/${id}`)).status).toBe(202);
  await until('its jobs are gone', async () => (await liveJobs(system, id)).length === 0, 30_000);
  llm?.release();
  const { before, after } = await watchQuiet(system, id);
  expect(after).toEqual(before);
  const view = await system.get(id);
  expect(resultOf(view)).toMatchObject({ status: 'cancelled', answer: { found: false }, completeness: 1 });
  expect(resultOf(view).results.length).toBeGreaterThan(0);
  // The server may have charged for the call that nobody waited for.
  expect(resultOf(view).receipt.llm.answer).toMatchObject({ calls: 1, repeated: 0 });
  expect(resultOf(view).receipt.llm.answer?.input_tokens).toBeGreaterThan(0);
});

it('while queued: never starts', async () => {
  const { system } = research;
  const orchestrator = system.find('orchestrator-1');
  orchestrator.pause();
  const id = await system.submit({ query: 'Does this ever start?' });
  await system.api('DELETE', `/v1/searches/${id}`);
  orchestrator.resume();
  expect(await system.get(id)).toMatchObject({ state: 'cancelled', started_at: null, search_history: [] });
  await until('its job is gone', async () => (await liveJobs(system, id)).length === 0, 30_000);
  expect((await system.get(id)).search_history).toEqual([]);
});

it('a cancelled search that is retried goes on where it was, and pays nothing twice', async () => {
  const { system, llm, site, engine } = research;
  const query = 'Which secret does Quarrow keep for the retry?';
  engine.setHits(query, [rawHit(site.url(newPage()), 'Quarrow secrets', query)]);
  pages.hold();
  const id = await system.submit({ query, url_score_threshold: 0, max_iterations: 1 });
  await until('page asked', () => pages.waiting > 0, 20_000);
  await system.api('DELETE', `/v1/searches/${id}`);
  const ranked = llm?.count('ranking');
  const engineAsked = engine.requests.length;
  pages.release();
  expect((await system.api('POST', `/v1/searches/${id}/retry`)).status).toBe(202);
  const view = await system.finished(id, 20_000);
  expect(view.search_history.map((entry) => entry.action)).toEqual([
    'local_check',
    'web_search',
    'crawl',
    'recheck',
    'answer',
  ]);
  expect(view.search_history[2]).toMatchObject({ action: 'crawl', urls_stored: 1 });
  expect(resultOf(view).status).toBe('max_iterations_reached');
  expect([llm?.count('ranking'), engine.requests.length]).toEqual([ranked, engineAsked]);
});
