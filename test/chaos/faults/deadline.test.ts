import { afterAll, beforeAll, expect, it } from 'vitest';
import { only, resultOf } from '../../support/research/entries.js';
import { liveJobs } from '../../support/research/job-counts.js';
import { bePatient } from '../../support/research/patience.js';
import { facts, rawHit } from '../../support/research/quarrow.js';
import { type Research, startResearch } from '../../support/research/start-research.js';
import { until } from '../../support/until.js';

bePatient();

let research: Research;
beforeAll(async () => {
  research = await startResearch();
});
afterAll(() => research?.close());

async function outOfTime(query: string): Promise<void> {
  research.engine.setHits(query, [rawHit(research.site.url('/slow-headers'), facts.pool.title, query)]);
  const id = await research.system.submit({ query, url_score_threshold: 0, budget: { max_seconds: 3 } });
  const view = await research.system.finished(id, 25_000);
  expect(resultOf(view)).toMatchObject({ status: 'budget_exhausted', success: true });
  expect(only(view, 'crawl').failures).toEqual([
    expect.objectContaining({ url: research.site.url('/slow-headers'), code: 'aborted' }),
  ]);
  const took = Date.parse(view.finished_at ?? '') - Date.parse(view.started_at ?? '');
  expect(took).toBeLessThan(3_000 + 8_000);
}

it('a search whose crawler does not run ends in time', async () => {
  const crawler = research.system.find('crawler-worker-1');
  await crawler.kill();
  await outOfTime('How late is a page without a crawler?');
  expect(await liveJobs(research.system, '')).toEqual([]);
  crawler.start();
});

it('a search whose crawler is paused inside its page ends in time, and the crawler writes nothing when it goes on', async () => {
  const { system, site } = research;
  const crawler = system.find('crawler-worker-1');
  const query = 'How late is a page whose crawler is paused?';
  const before = site.requests('/slow-headers').length;
  const ended = outOfTime(query);
  await until('page asked', () => site.requests('/slow-headers').length > before, 10_000).catch(
    () => undefined,
  );
  crawler.pause();
  await ended.finally(() => crawler.resume());
  const view = await research.search({ query: facts.pool.question });
  expect(resultOf(view).status).toBe('complete');
});
