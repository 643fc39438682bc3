import { randomUUID } from 'node:crypto';
import { newSearchRecord, type SearchView } from '@agentic-search/shared/records';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { resultOf } from '../../support/research/entries.js';
import { bePatient } from '../../support/research/patience.js';
import { facts } from '../../support/research/quarrow.js';
import { type Research, startResearch } from '../../support/research/start-research.js';
import { searchRequest } from '../../support/search-request.js';
import { until } from '../../support/until.js';

bePatient();

let research: Research;
beforeAll(async () => {
  research = await startResearch();
});
afterAll(() => research?.close());

async function post(key: string, body: unknown): Promise<{ status: number; id: string }> {
  const response = await fetch(`${research.system.url()}/v1/searches`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(body),
  });
  return { status: response.status, id: ((await response.json()) as SearchView).id };
}

it('a POST that is repeated after the API was killed gives the same search', async () => {
  const { system, engine } = research;
  const api = system.find('api');
  engine.hold();
  const key = randomUUID();
  const body = { query: facts.pool.question };
  const first = await post(key, body);
  await api.kill();
  api.start();
  const again = await until('the API is back', () => post(key, body).catch(() => null), 30_000);
  expect(again).toEqual({ status: 202, id: first.id });
  engine.release();
  await system.finished(first.id, 60_000);
  const { body: list } = await system.api('GET', '/v1/searches?limit=100');
  expect((list as { items: unknown[] }).items).toHaveLength(1);
  expect((await post(key, { query: 'Another?' })).status).toBe(409);
});

it('an API that was killed between the record and its job loses nothing: the search is found and run', async () => {
  const { system } = research;
  const id = randomUUID();
  const request = searchRequest({ query: facts.pool.question });
  await system.records.create(newSearchRecord({ id, owner: 'local', request, now: Date.now() }));
  const view = await system.finished(id, 60_000);
  expect(resultOf(view).success).toBe(true);
});
