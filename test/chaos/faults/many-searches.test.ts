import { afterAll, beforeAll, expect, it } from 'vitest';
import { resultOf } from '../../support/research/entries.js';
import { bePatient } from '../../support/research/patience.js';
import { facts, rawHit } from '../../support/research/quarrow.js';
import { type Research, startResearch } from '../../support/research/start-research.js';

bePatient();

const COUNT = 200;
let research: Research;
beforeAll(async () => {
  research = await startResearch({
    counts: { api: 1, orchestrator: 1, 'crawler-worker': 2, 'indexer-worker': 1 },
  });
  research.offer(facts.pool.question, 'pool');
  await research.search({ query: facts.pool.question });
});
afterAll(() => research?.close());

it('200 searches at once, half of which crawl in two processes, all end, and nobody is told 5xx', async () => {
  const { system, engine, site } = research;
  const statuses = new Set<number>();
  const ids = await Promise.all(
    Array.from({ length: COUNT }, async (_, index) => {
      const crawls = index % 2 === 0;
      const query = crawls ? `What does Quarrow note number ${index} say?` : facts.pool.question;
      if (crawls) {
        const path = `/note/${index % 20}`;
        site.route(path, ({ response }) =>
          response
            .writeHead(200, { 'content-type': 'text/plain' })
            .end(`Quarrow note ${index % 20}\n\nThis note says that number ${index % 20} is a fine number.`),
        );
        engine.setHits(query, [rawHit(site.url(path), `Quarrow note ${index}`, query)]);
      }
      const answer = await system.api('POST', '/v1/searches', {
        query,
        max_iterations: 1,
        url_score_threshold: 0,
        ...(crawls ? { completeness_threshold: 1 } : {}),
      });
      statuses.add(answer.status);
      return (answer.body as { id: string }).id;
    }),
  );
  expect([...statuses]).toEqual([202]);
  const views = [];
  for (const id of ids) views.push(await system.finished(id, 90_000));
  expect(views.every((view) => view.state === 'completed')).toBe(true);
  expect(
    views.filter((_, index) => index % 2 === 1).every((view) => resultOf(view).status === 'complete'),
  ).toBe(true);
  // Many searches want the same page: it is fetched once.
  for (let note = 0; note < 20; note += 2) expect(site.requests(`/note/${note}`)).toHaveLength(1);
  expect(new Set(ids).size).toBe(COUNT);
});
