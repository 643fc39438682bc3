import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import type { VectorStore } from '@agentic-search/shared/ports/vector-store';
import { afterEach, describe, expect, it } from 'vitest';
import {
  createQdrantVectorStore,
  type QdrantVectorStoreOptions,
} from '../../packages/shared/src/ports/vector-store/qdrant/create-qdrant-vector-store.js';
import { startQdrantDouble } from '../support/qdrant-double/start-qdrant-double.js';
import { call, denseSpec, denseUpsert, lexicalSpec, lexicalUpsert } from './vector-store/chunks.js';

const KEY = 'a-very-secret-key';
const namespace = 'default';
const cleanups: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** A server that answers as told, on a free port. */
async function listen(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanups.push(async () => {
    server.closeAllConnections();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function storeAt(url: string, options: Partial<QdrantVectorStoreOptions> = {}): VectorStore {
  const store = createQdrantVectorStore({ url, apiKey: KEY, alias: 'knowledge', ...options });
  cleanups.push(() => store.close());
  return store;
}

async function doubleAt(options: Parameters<typeof startQdrantDouble>[0] = {}) {
  const double = await startQdrantDouble({ apiKey: KEY, ...options });
  cleanups.push(() => double.close());
  return double;
}

const json = (status: number, body: string, headers: Record<string, string> = {}): RequestListener => {
  return (_request, response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
};

async function failureOf(work: Promise<unknown>): Promise<Error> {
  try {
    await work;
  } catch (thrown) {
    if (thrown instanceof Error) return thrown;
  }
  throw new Error('it did not fail');
}

const unavailable = { name: 'DependencyUnavailableError', code: 'vector_store_unavailable' };

describe('the Qdrant adapter when the server fails', () => {
  it('says that a dead server is unavailable, and names neither host nor key', async () => {
    const url = await listen(() => undefined);
    await cleanups.pop()?.();
    const error = await failureOf(storeAt(url).open(lexicalSpec, call));
    expect(error).toMatchObject({ ...unavailable, retryAfterMs: null });
    expect(error.cause).toMatchObject({ message: 'ECONNREFUSED' });
  });

  it.each([
    ['seconds', '60', 60_000],
    ['a date', 'Thu, 01 Jan 2026 00:00:30 GMT', 30_000],
  ])('passes on how long a busy server wants to be left alone (%s)', async (_name, header, retryAfterMs) => {
    const url = await listen(json(429, '{"status":{"error":"slow down"}}', { 'retry-after': header }));
    const store = storeAt(url, { now: () => Date.parse('2026-01-01T00:00:00Z') });
    await expect(store.check(call)).rejects.toMatchObject({ ...unavailable, retryAfterMs });
  });

  it("meets the double's own rate limit", async () => {
    const double = await doubleAt({ now: () => 0 });
    const store = storeAt(double.url);
    const { name } = await store.open(lexicalSpec, call);
    await fetch(`${double.url}/collections/${name}`, {
      method: 'PATCH',
      headers: { 'api-key': KEY },
      body: JSON.stringify({ strict_mode_config: { enabled: true, read_rate_limit: 1 } }),
    });
    const search = () => store.passages.lexical(new Map([['a', 1]]), { namespace }, 5, call);
    await expect(search()).resolves.toEqual([]);
    await expect(search()).rejects.toMatchObject({ ...unavailable, retryAfterMs: 60_000 });
  });

  it.each([
    ['500', json(500, '{"status":{"error":"Service internal error"}}')],
    ['503 without a body', (_request, response) => response.writeHead(503).end()],
    ['no JSON', json(200, '{"result": {"aliases"')],
    [
      'a web page',
      (_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
    ],
    ['JSON of another shape', json(200, '{"result": {"aliases": "none"}, "version": 3}')],
    ['a closed connection', (request) => request.socket.destroy()],
  ] as [string, RequestListener][])('treats %s as unavailable', async (_name, answer) => {
    const store = storeAt(await listen(answer));
    await expect(store.open(lexicalSpec, call)).rejects.toMatchObject(unavailable);
    await expect(store.check(call)).rejects.toMatchObject(unavailable);
  });

  it('says that the key is refused', async () => {
    const { url } = await doubleAt();
    for (const apiKey of ['another', null]) {
      await expect(storeAt(url, { apiKey }).check(call)).rejects.toMatchObject({
        name: 'PermanentError',
        code: 'vector_store_unauthorized',
      });
    }
  });

  it('does not take the key along to where a redirect points', async () => {
    const keys: unknown[] = [];
    const elsewhere = await listen((request, response) => {
      keys.push(request.headers['api-key']);
      response.end('{}');
    });
    const url = await listen((_request, response) => response.writeHead(307, { location: elsewhere }).end());
    await expect(storeAt(url).open(lexicalSpec, call)).rejects.toMatchObject(unavailable);
    expect(keys).toEqual([]);
  });

  it('ends a request that takes too long', async () => {
    const url = await listen(() => undefined);
    await expect(storeAt(url, { timeoutMs: 50 }).check(call)).rejects.toMatchObject(unavailable);
  });

  it('ends at once when the caller aborts, before and after the headers came', async () => {
    for (const begin of [false, true]) {
      const abort = new AbortController();
      const url = await listen((_request, response) => {
        if (begin) response.writeHead(200, { 'content-type': 'application/json' }).write('{');
        abort.abort();
      });
      const aborted = storeAt(url).check({ signal: abort.signal });
      await expect(aborted).rejects.toMatchObject({ name: 'AbortedError', code: 'aborted' });
    }
  });

  it('never shows key or host in an error, however deep one looks', async () => {
    const answers: RequestListener[] = [
      json(400, `{"status":{"error":"bad key ${KEY}"}}`),
      json(401, 'no'),
      json(500, '{}'),
      json(429, '{}', { 'retry-after': 'never' }),
      json(200, 'nonsense'),
      (request) => request.socket.destroy(),
    ];
    for (const answer of answers) {
      const url = await listen(answer);
      const error = await failureOf(storeAt(url).open(lexicalSpec, call));
      const seen = inspect(error, { depth: 20, showHidden: true }) + JSON.stringify(error);
      expect(seen).not.toContain(KEY);
      expect(seen).not.toContain('127.0.0.1');
      expect(seen).not.toContain(new URL(url).port);
    }
  });
});

describe('the Qdrant adapter and what it cannot store', () => {
  it('asks nothing of the server for a vector of another length', async () => {
    const double = await doubleAt();
    const store = storeAt(double.url);
    await store.open(denseSpec, call);
    const before = double.requests.length;
    await expect(store.chunks.upsert([denseUpsert({ namespace }, [1, 2])], call)).rejects.toMatchObject({
      name: 'PermanentError',
      code: 'wrong_dimensions',
    });
    expect(double.requests).toHaveLength(before);
  });

  it('learns from the refusal that the alias has moved to vectors of another length', async () => {
    const { url } = await doubleAt();
    const store = storeAt(url);
    await store.open(denseSpec, call);
    const other = storeAt(url, { alias: 'other' });
    const moved = await other.open({ embedder: 'another', dimensions: 2 }, call);
    await fetch(`${url}/collections/aliases`, {
      method: 'POST',
      headers: { 'api-key': KEY },
      body: JSON.stringify({
        actions: [{ create_alias: { collection_name: moved.name, alias_name: 'knowledge' } }],
      }),
    });
    const find = (...vector: number[]) =>
      store.passages.dense(Float32Array.from(vector), { namespace }, 5, call);
    await expect(find(1, 0, 0, 0)).rejects.toMatchObject({ code: 'wrong_dimensions' });
    await expect(find(1, 0)).resolves.toEqual([]);
  });

  it('refuses what is larger than the server takes, before it is sent', async () => {
    const double = await doubleAt();
    const store = storeAt(double.url);
    await store.open(lexicalSpec, call);
    const content = 'x'.repeat(200_000);
    const chunks = Array.from({ length: 200 }, (_, chunk_index) =>
      lexicalUpsert({ namespace, chunk_index, content, end: content.length }, { x: 1 }),
    );
    await expect(store.chunks.upsert(chunks, call)).rejects.toMatchObject({ code: 'invalid_chunk' });
    await store.chunks.upsert(chunks.slice(0, 100), call);
    expect((await store.sources.counts(namespace, call)).chunks).toBe(100);
  });

  it('says that the collection is missing when nothing was opened', async () => {
    const { url } = await doubleAt();
    await expect(storeAt(url).sources.counts(namespace, call)).rejects.toMatchObject({
      code: 'vector_store_collection_missing',
    });
  });
});
