import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { VectorStore } from '@agentic-search/shared/ports/vector-store';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createQdrantVectorStore } from '../../packages/shared/src/ports/vector-store/qdrant/create-qdrant-vector-store.js';
import { type QdrantDouble, startQdrantDouble } from '../support/qdrant-double/start-qdrant-double.js';
import { call, denseSpec, lexicalSpec, lexicalUpsert } from './vector-store/chunks.js';

/** A way to a server on which requests wait for what `gate` gives; `held` tells that the first one waits. */
async function startGate(target: string, gate: (method: string) => Promise<void> | null) {
  let tellHeld: (() => void) | undefined;
  const held = new Promise<void>((resolve) => {
    tellHeld = resolve;
  });
  const server = createServer(async (request, response) => {
    const { method = 'GET', url = '/' } = request;
    const body = await text(request);
    const waiting = gate(method);
    if (waiting) tellHeld?.();
    await waiting;
    const reply = await fetch(target + url, { method, ...(body === '' ? {} : { body }) });
    response.writeHead(reply.status, { 'content-type': 'application/json' }).end(await reply.text());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    held,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

describe('opening a collection in Qdrant', () => {
  let double: QdrantDouble;
  let stores: VectorStore[];

  beforeEach(async () => {
    double = await startQdrantDouble();
    stores = [];
  });
  afterEach(async () => {
    await Promise.all(stores.map((store) => store.close()));
    await double.close();
  });

  function open(url = double.url): VectorStore {
    const store = createQdrantVectorStore({ url, apiKey: null, alias: 'knowledge' });
    stores.push(store);
    return store;
  }

  async function ask(method: string, path: string, body?: unknown): Promise<unknown> {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const reply = await fetch(double.url + path, { method, ...sent });
    return ((await reply.json()) as { result: unknown }).result;
  }

  it('agrees among many processes that want different things, and leaves nothing behind', async () => {
    const specs = [denseSpec, lexicalSpec, { embedder: 'other', dimensions: 8 }];
    const opened = await Promise.all(
      Array.from({ length: 24 }, (_, index) => open().open(specs[index % 3] ?? lexicalSpec, call)),
    );
    expect(new Set(opened.map((info) => JSON.stringify(info))).size).toBe(1);
    expect(await ask('GET', '/collections')).toEqual({ collections: [{ name: opened[0]?.name }] });
    expect(await ask('GET', '/aliases')).toEqual({
      aliases: [{ alias_name: 'knowledge', collection_name: opened[0]?.name }],
    });
  });

  it('finishes what a process that died began, as it was decided', async () => {
    const claim = { vectors: {}, metadata: { layout: 'agentic-search 1', ...denseSpec } };
    await ask('PUT', '/collections/knowledge_v1_claim', claim);
    expect(await open().open(lexicalSpec, call)).toMatchObject(denseSpec);
    expect(await ask('GET', '/collections/knowledge_v1_claim')).toBeUndefined();
  });

  it('does not move an alias that is there for a claim that was left behind', async () => {
    const made = await open().open(denseSpec, call);
    await ask('PUT', '/collections/knowledge_v1_claim', {
      vectors: {},
      metadata: { layout: 'agentic-search 1' },
    });
    expect(await open().open(lexicalSpec, call)).toEqual(made);
  });

  it('does not move an alias that came after it looked', async () => {
    let firstDone: (() => void) | undefined;
    const first = new Promise<void>((resolve) => {
      firstDone = resolve;
    });
    // the slow process's claim is held back until the other has opened
    const slow = await startGate(double.url, (method) => (method === 'PUT' ? first : null));
    try {
      const late = open(slow.url).open(lexicalSpec, call);
      await slow.held;
      const made = await open().open(denseSpec, call);
      firstDone?.();
      expect(await late).toEqual(made);
      expect(await ask('GET', '/collections')).toEqual({ collections: [{ name: made.name }] });
    } finally {
      await slow.close();
    }
  });

  it('makes indexes for all it filters, counts and orders by before the alias points there', async () => {
    const { name } = await open().open(denseSpec, call);
    expect(await ask('GET', `/collections/${name}`)).toMatchObject({
      payload_schema: {
        namespace: { data_type: 'keyword', params: { is_tenant: true } },
        type: { data_type: 'keyword' },
        url: { data_type: 'keyword' },
        source_id: { data_type: 'keyword' },
        chunk_index: { data_type: 'integer' },
      },
    });
    const alias = double.requests.lastIndexOf('POST /collections/aliases');
    expect(double.requests.lastIndexOf(`PUT /collections/${name}/index`)).toBeLessThan(alias);
  });

  it('works under strict mode, which forbids filters without an index', async () => {
    const store = open();
    const { name } = await store.open(lexicalSpec, call);
    await ask('PATCH', `/collections/${name}`, {
      strict_mode_config: { enabled: true, unindexed_filtering_retrieve: false },
    });
    const upsert = lexicalUpsert({ namespace: 'n' });
    await store.chunks.upsert([upsert], call);
    await store.sources.describe('n', { source_id: upsert.chunk.source_id, summary: 's' }, call);
    expect(await store.passages.page('n', upsert.chunk.url, call)).toMatchObject({ chunk_count: 1 });
    expect(await store.sources.list('n', { limit: 5, cursor: null }, call)).toHaveLength(1);
    expect(
      await store.passages.lexical(upsert.lexical, { namespace: 'n', chunk_index: 0 }, 5, call),
    ).toHaveLength(1);
  });

  it('refuses a collection of somebody else behind the alias', async () => {
    await ask('PUT', '/collections/foreign', { vectors: { image: { size: 3, distance: 'Dot' } } });
    await ask('POST', '/collections/aliases', {
      actions: [{ create_alias: { collection_name: 'foreign', alias_name: 'knowledge' } }],
    });
    await expect(open().open(denseSpec, call)).rejects.toMatchObject({
      name: 'PermanentError',
      code: 'vector_store_foreign_collection',
    });
  });

  it('searches with points/query alone', async () => {
    const store = open();
    await store.open(denseSpec, call);
    await store.passages.dense(Float32Array.from([1, 0, 0, 0]), { namespace: 'n' }, 5, call);
    await store.passages.lexical(new Map([['a', 1]]), { namespace: 'n' }, 5, call);
    const searches = double.requests.filter((request) =>
      /points\/(?:query|search|recommend|discover)/.test(request),
    );
    expect(new Set(searches)).toEqual(new Set(['POST /collections/knowledge/points/query']));
  });
});
