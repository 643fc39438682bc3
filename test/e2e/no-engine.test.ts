import { afterAll, beforeAll, expect, it } from 'vitest';
import { only, resultOf } from '../support/research/entries.js';
import { bePatient } from '../support/research/patience.js';
import { facts } from '../support/research/quarrow.js';
import { type Research, startResearch } from '../support/research/start-research.js';

bePatient();

let research: Research;
beforeAll(async () => {
  research = await startResearch({ engine: false, counts: { api: 1, orchestrator: 1 } });
});
afterAll(() => research?.close());

it('without a search engine a search that needs one is search_unavailable and says why', async () => {
  const view = await research.search({ query: facts.pool.question });
  expect(resultOf(view)).toMatchObject({ status: 'search_unavailable', success: false });
  expect(only(view, 'web_search')).toMatchObject({
    engine: 'none',
    unresponsive_engines: [{ name: 'none', reason: expect.stringContaining('no search engine') }],
  });
});
