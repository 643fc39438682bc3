import { DependencyUnavailableError, PermanentError, RetryableError } from '@agentic-search/shared/errors';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { type DocumentedClient, documentedClient } from './documented-client.js';
import { passage } from './knowledge-fakes.js';
import { startApi, type TestApi } from './start-api.js';

describe('knowledge base over HTTP', () => {
  let api: TestApi;
  let client: DocumentedClient;
  beforeEach(async () => {
    api = await startApi(inject('redisUrl'));
    client = await documentedClient(api);
  });
  afterEach(() => api.close());

  it('retrieves passages and says what ran', async () => {
    const answer = await client.json('POST', '/v1/kb/search', { query: ' tokens ' });
    expect(answer.body).toMatchObject({
      results: [passage],
      strategy: 'hybrid',
      retrieval: 'lexical',
      reranked: false,
    });
    expect((answer.body as { latency_ms: number }).latency_ms).toBeGreaterThanOrEqual(0);
    expect(api.retrieval.asked).toEqual([
      {
        queries: ['tokens'],
        filter: { namespace: 'default' },
        limit: 10,
        strategy: 'hybrid',
        useHybridSearch: true,
      },
    ]);
  });

  it('hands on every field', async () => {
    const input = {
      query: 'q',
      limit: 3,
      strategy: 'multi_query',
      rerank: false,
      source_id: 'Docs.Example:8080',
      type: 'code',
      namespace: 'other',
    };
    const answer = await client.json('POST', '/v1/kb/search', input);
    expect(answer.body).toMatchObject({ strategy: 'multi_query', reranked: false });
    expect(api.retrieval.asked).toEqual([
      {
        queries: ['q'],
        filter: { namespace: 'other', type: 'code', source_id: 'docs.example:8080' },
        limit: 3,
        strategy: 'multi_query',
        useHybridSearch: true,
      },
    ]);
  });

  it('refuses to rerank, which it could not do', async () => {
    const answer = await client.json('POST', '/v1/kb/search', { query: 'q', rerank: true });
    expect(answer).toMatchObject({
      status: 422,
      body: {
        code: 'not_available',
        errors: [{ path: 'rerank', message: expect.stringContaining('version') }],
      },
    });
    expect(api.retrieval.asked).toEqual([]);
  });

  it('tells counts and how retrieval works', async () => {
    expect((await client.request('GET', '/v1/kb/status')).body).toEqual({
      namespace: 'default',
      counts: { chunks: 6, pages: 3, sources: 3 },
      embedder: null,
      vector_store: { kind: 'sqlite', collection: 'knowledge_v1_lexical', dimensions: null },
      retrieval: 'lexical',
      reranking: false,
    });
  });

  it('lists sources page by page', async () => {
    type Page = { items: { source_id: string }[]; next_cursor: string | null };
    const first = (await client.request('GET', '/v1/kb/sources?limit=2')).body as Page;
    expect(first.items.map(({ source_id }) => source_id)).toEqual(['a.example', 'b.example:8080']);
    const rest = (await client.request('GET', `/v1/kb/sources?limit=2&cursor=${first.next_cursor}`))
      .body as Page;
    expect(rest).toMatchObject({ items: [{ source_id: 'c.example' }], next_cursor: null });
    expect((await client.request('GET', '/v1/kb/sources?namespace=empty')).body).toEqual({
      items: [],
      next_cursor: null,
    });
  });

  it('forgets a source of its namespace, once', async () => {
    const forget = (id: string) => client.request('DELETE', `/v1/kb/sources/${encodeURIComponent(id)}`);
    expect(await forget('b.example:8080')).toMatchObject({
      status: 202,
      body: { source_id: 'b.example:8080', namespace: 'default', chunks_deleted: 2 },
    });
    expect(await forget('b.example:8080')).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect((await forget('secret.example')).status).toBe(404);
    expect((await forget('x'.repeat(400))).status).toBe(404);
    expect(api.store.called).toContain('delete default b.example:8080');
  });

  it('answers 503 while the store is away, and 500 without a word of the inside for the rest', async () => {
    const cause = new Error('connect ECONNREFUSED 10.0.0.7:6333');
    api.store.fail = new DependencyUnavailableError('vector_store_unavailable', 'the vector store is away', {
      cause,
    });
    expect(await client.request('GET', '/v1/kb/status')).toMatchObject({
      status: 503,
      body: { code: 'vector_store_unavailable' },
    });
    api.retrieval.fail = new RetryableError('embedder_timeout', 'http://10.0.0.7 did not answer');
    const slow = await client.json('POST', '/v1/kb/search', { query: 'q' });
    expect(slow).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect(slow.headers.get('retry-after')).toBe('2');
    for (const error of [
      new Error('secret at /srv/app.ts:10'),
      new PermanentError('odd', 'secret 10.0.0.7'),
    ]) {
      api.retrieval.fail = error;
      const answer = await client.json('POST', '/v1/kb/search', { query: 'q' });
      expect(answer).toMatchObject({ status: 500, body: { code: 'internal_error' } });
      expect(JSON.stringify(answer.body)).not.toMatch(/secret|10\.0|\.ts/);
    }
  });
});
