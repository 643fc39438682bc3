import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApiCheck } from '../support/qdrant-double/openapi-check.js';
import { type QdrantDouble, startQdrantDouble } from '../support/qdrant-double/start-qdrant-double.js';

const data = process.env.BENCH_DATA ?? fileURLToPath(new URL('../../../shared/data', import.meta.url));
const description = `${data}/api-specs/qdrant-openapi-1.18.3.json.gz`;

const ID = '57b7c2f4-eb2f-522b-8be9-17370260c923';
const WRONG: [string, string, string, unknown][] = [
  ['a misspelt field of a query', 'POST', '/points/query', { query: [1, 0], using: 'dense', limits: 3 }],
  ['a limit that is text', 'POST', '/points/query', { query: [1, 0], using: 'dense', limit: '3' }],
  ['a limit of 0', 'POST', '/points/scroll', { limit: 0 }],
  ['a filter that is a list', 'POST', '/points/count', { filter: [{ key: 'url', match: { value: 'x' } }] }],
  ['an unknown clause of a filter', 'POST', '/points/count', { filter: { musts: [] } }],
  ['a condition that asks nothing', 'POST', '/points/count', { filter: { must: [{ key: 'url' }] } }],
  [
    'a match of two kinds',
    'POST',
    '/points/count',
    { filter: { must: [{ key: 'a', match: { value: 1, any: [1] } }] } },
  ],
  ['a facet without a key', 'POST', '/facet', { limit: 3 }],
  ['a facet on a field without an index', 'POST', '/facet', { key: 'title' }],
  ['an order by a field without an index', 'POST', '/points/scroll', { order_by: { key: 'title' } }],
  ['an order by a keyword', 'POST', '/points/scroll', { order_by: { key: 'url' } }],
  ['a direction that is none', 'POST', '/points/scroll', { order_by: { key: 'n', direction: 'down' } }],
  ['points as an object', 'PUT', '/points', { points: { id: ID } }],
  ['a point without an id', 'PUT', '/points', { points: [{ vector: { dense: [1, 0] } }] }],
  ['a point without vectors', 'PUT', '/points', { points: [{ id: ID }] }],
  ['a negative id', 'PUT', '/points', { points: [{ id: -1, vector: {} }] }],
  [
    'an index beyond 32 bits',
    'PUT',
    '/points',
    { points: [{ id: ID, vector: { terms: { indices: [2 ** 32], values: [1] } } }] },
  ],
  ['a payload that is a list', 'POST', '/points/payload', { payload: [], points: [ID] }],
  ['a deletion of nothing named', 'POST', '/points/delete', {}],
  ['an unknown operation', 'POST', '/points/batch', { operations: [{ replace: {} }] }],
  ['an index of an unknown type', 'PUT', '/index', { field_name: 'a', field_schema: 'words' }],
];

describe('the Qdrant double', () => {
  let double: QdrantDouble;
  const ask = (method: string, path: string, body: unknown) =>
    fetch(`${double.url}/collections/kb${path}`, { method, body: JSON.stringify(body) });

  beforeAll(async () => {
    double = await startQdrantDouble();
    const vectors = { dense: { size: 2, distance: 'Cosine' } };
    expect((await ask('PUT', '', { vectors, sparse_vectors: { terms: { modifier: 'idf' } } })).status).toBe(
      200,
    );
    expect((await ask('PUT', '/index', { field_name: 'url', field_schema: 'keyword' })).status).toBe(200);
    expect((await ask('PUT', '/index', { field_name: 'n', field_schema: 'integer' })).status).toBe(200);
  });
  afterAll(() => double.close());

  it.each(WRONG)('refuses %s', async (_name, method, path, body) => {
    const reply = await ask(method, path, body);
    expect([400, 422]).toContain(reply.status);
    expect(await reply.json()).toMatchObject({ status: { error: expect.stringMatching(/./) } });
  });

  it('takes the same requests when they are right', async () => {
    const point = {
      id: ID,
      vector: { dense: [1, 0], terms: { indices: [1], values: [1] } },
      payload: { url: 'x', n: 1 },
    };
    for (const [method, path, body] of [
      ['PUT', '/points?wait=true', { points: [point] }],
      ['POST', '/points/query', { query: [1, 0], using: 'dense', limit: 3 }],
      ['POST', '/points/count', { filter: { must: [{ key: 'url', match: { value: 'x' } }] } }],
      ['POST', '/facet', { key: 'url', limit: 3 }],
      ['POST', '/points/scroll', { order_by: { key: 'n', direction: 'desc' } }],
      ['POST', '/points/payload', { payload: { n: 2 }, points: [ID] }],
      ['POST', '/points/batch', { operations: [{ delete: { points: [ID] } }] }],
    ] as const) {
      expect((await ask(method, path, body)).status, path).toBe(200);
    }
  });

  it('stores none of a call with one bad point', async () => {
    const good = { id: 1, vector: { dense: [1, 0] } };
    const bad = { id: 2, vector: { dense: [1, 0, 0] } };
    expect((await ask('PUT', '/points?wait=true', { points: [good, bad] })).status).toBe(400);
    expect(await (await ask('POST', '/points/count', {})).json()).toMatchObject({ result: { count: 0 } });
  });
});

describe.skipIf(!existsSync(description))("the server's description as a second opinion", () => {
  const check = openApiCheck(description);
  const path = '/collections/{collection_name}';

  it.each([
    ['a limit of 0', 'POST', `${path}/points/query`, { query: [1], limit: 0 }],
    ['a query that is text', 'POST', `${path}/points/count`, { exact: 'yes' }],
    ['a filter with an unknown clause', 'POST', `${path}/points/count`, { filter: { musts: [] } }],
    ['a point without vectors', 'PUT', `${path}/points`, { points: [{ id: 1 }] }],
    ['a distance that is none', 'PUT', path, { vectors: { a: { size: 4, distance: 'Cosinus' } } }],
    ['a facet without a key', 'POST', `${path}/facet`, {}],
    ['a path that later servers drop', 'POST', `${path}/points/lookup`, {}],
  ])('refuses %s', (_name, method, at, body) => {
    expect(check?.(method, at, body)).toEqual(expect.stringMatching(/./));
  });

  it('lets right requests pass', () => {
    expect(
      check?.('POST', `${path}/points/query`, { query: [1, 2], using: 'dense', limit: 1, filter: null }),
    ).toBeNull();
    expect(check?.('PUT', `${path}/points`, { points: [{ id: ID, vector: {} }] })).toBeNull();
  });

  it('makes the double refuse what only the description forbids', async () => {
    const double = await startQdrantDouble({
      openApi: (method) => (method === 'PUT' ? 'not like this' : null),
    });
    try {
      const reply = await fetch(`${double.url}/collections/kb`, { method: 'PUT', body: '{"vectors":{}}' });
      expect(reply.status).toBe(400);
    } finally {
      await double.close();
    }
  });
});
