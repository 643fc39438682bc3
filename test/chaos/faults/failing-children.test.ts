import { afterAll, beforeAll, expect, it } from 'vitest';
import { only, resultOf } from '../../support/research/entries.js';
import { expectHonestAnswer } from '../../support/research/expect-honest-answer.js';
import { bePatient } from '../../support/research/patience.js';
import { facts, rawHit } from '../../support/research/quarrow.js';
import { type Research, startResearch } from '../../support/research/start-research.js';

bePatient();

let research: Research;
beforeAll(async () => {
  research = await startResearch();
});
afterAll(() => research?.close());

it('children that always fail are tried again, named, and hold nobody up', async () => {
  const { engine, site } = research;
  const { pool } = facts;
  const bad = ['/status/500', '/reset', '/cut-short', '/gzip-damaged', '/endless-body'];
  engine.setHits(
    pool.question,
    [...bad, pool.path].map((path) => rawHit(site.url(path), pool.title, pool.query)),
  );
  const view = await research.search({
    query: pool.question,
    url_score_threshold: 0,
    max_urls_per_iteration: 20,
  });
  const crawl = only(view, 'crawl');
  expect(crawl.failures.map(({ url }) => url).sort()).toEqual(bad.map((path) => site.url(path)).sort());
  for (const { code, detail } of crawl.failures) {
    expect(code).toMatch(/^[a-z_]+$/);
    expect(detail.length).toBeGreaterThan(0);
  }
  expect(site.requests('/status/500')).toHaveLength(3);
  expectHonestAnswer(view);
});

it('pages made to break extraction end in time, and the crawler goes on', async () => {
  const { engine, site, system } = research;
  const { journal } = facts;
  const poison = ['/nested-divs', '/many-links', '/long-title'];
  engine.setHits(
    journal.question,
    [...poison, journal.path].map((path) => rawHit(site.url(path), journal.title, journal.query)),
  );
  const pid = system.find('crawler-worker-1').pid();
  const view = await research.search({
    query: journal.question,
    url_score_threshold: 0,
    max_urls_per_iteration: 20,
    budget: { max_seconds: 80 },
  });
  const crawl = only(view, 'crawl');
  expect(crawl.urls_stored + crawl.failures.length).toBe(poison.length + 1);
  expect(resultOf(view).answer.text).toContain('90');
  expect(system.find('crawler-worker-1').pid()).toBe(pid);
});
