import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, chunkOf } from '../../../../test/contract/vector-store/chunks.js';
import { AbortedError, PermanentError, RetryableError } from '../errors/app-error.js';
import type { Embedder } from '../ports/embedder/embedder.js';
import { createSqliteVectorStore } from '../ports/vector-store/sqlite/create-sqlite-vector-store.js';
import type { VectorStore } from '../ports/vector-store/vector-store.js';
import { embedderFor } from './embedder-for.js';
import { passageWeights } from './lexical/passage-weights.js';
import { retrieve } from './retrieve.js';

const TOPICS = ['redis', 'retry', 'cache', 'browser'];

/** A recording embedder whose vector says which of four topics a text names; throws the given errors first. */
function topicEmbedder(failures: unknown[] = []): Embedder & { calls: string[][] } {
  const calls: string[][] = [];
  return {
    id: 'topics',
    dimensions: 4,
    maxBatch: 2,
    calls,
    async embed(texts) {
      calls.push([...texts]);
      const failure = failures.shift();
      if (failure) throw failure;
      return texts.map((text) => {
        const vector = Float32Array.from(TOPICS, (topic) => (text.toLowerCase().includes(topic) ? 1 : 0.05));
        return { ok: true as const, vector, tokens: 1 };
      });
    },
    check: async () => ({ detail: 'ok' }),
  };
}

const passages = [
  ['https://a.example/1', 'Redis keeps the queue; set maxRetriesPerRequest to null for workers.'],
  ['https://a.example/1', 'Redis persistence writes an append only file.'],
  ['https://a.example/1', 'Redis cluster spreads keys over slots.'],
  ['https://a.example/1', 'Redis sentinel watches the primary.'],
  ['https://a.example/2', 'Redis keeps the queue; set maxRetriesPerRequest to null for workers.'],
  ['https://b.example/1', 'A retry waits with exponential backoff.'],
  ['https://b.example/2', 'The cache holds pages by content hash; redis is not needed.'],
  ['https://c.example/1', 'The browser renders empty shells.'],
] as const;

describe('retrieve', () => {
  const folder = mkdtempSync(join(tmpdir(), 'retrieve-'));
  const store = createSqliteVectorStore({ file: join(folder, 'knowledge.db'), alias: 'knowledge' });
  const namespace = 'tests';
  const ask = (query: string, more: Partial<Parameters<typeof retrieve>[0]> = {}) =>
    retrieve({
      store,
      embedder: topicEmbedder(),
      queries: [query],
      filter: { namespace },
      limit: 5,
      ...call,
      ...more,
    });

  beforeAll(async () => {
    await store.open({ embedder: 'topics', dimensions: 4 }, call);
    const embedder = topicEmbedder();
    const upserts = await Promise.all(
      passages.map(async ([url, content], index) => {
        const chunk = chunkOf({ namespace, url, content, chunk_index: index, source_id: new URL(url).host });
        const [result] = await embedder.embed([content], { ...call, purpose: 'passage' });
        const lexical = passageWeights(content, 'en', { title: '', headingPath: [] });
        return { chunk, dense: result?.ok ? result.vector : null, lexical };
      }),
    );
    await store.chunks.upsert(upserts, call);
  });
  afterAll(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('fuses both searches, says hybrid, and shows cosines as scores', async () => {
    const found = await ask('How does a retry wait?');
    expect(found).toMatchObject({ strategy: 'hybrid', retrieval: 'hybrid', reranked: false, narrowed: null });
    expect(found.evidence[0]?.content).toContain('exponential backoff');
    for (const { similarity_score } of found.evidence) {
      expect(similarity_score).toBeGreaterThanOrEqual(0);
      expect(similarity_score).toBeLessThanOrEqual(1);
    }
    expect(found.evidence[0]?.similarity_score).toBeCloseTo(1, 3);
  });

  it('drops equal texts and spreads over pages', async () => {
    const { evidence } = await ask('redis', { limit: 8 });
    const texts = evidence.map(({ content }) => content);
    expect(new Set(texts).size).toBe(texts.length);
    const firstPage = evidence.map(({ url }) => url).slice(0, 4);
    expect(firstPage.filter((url) => url === 'https://a.example/1').length).toBeLessThanOrEqual(2);
    expect(await ask('redis', { limit: 8 })).toEqual(await ask('redis', { limit: 8 }));
  });

  it('is lexical without an embedder, with the share of the best BM25 as score', async () => {
    const found = await ask('maxRetriesPerRequest', { embedder: null });
    expect(found).toMatchObject({ retrieval: 'lexical', narrowed: null });
    expect(found.evidence[0]).toMatchObject({ similarity_score: 1 });
    expect(found.evidence[0]?.content).toContain('maxRetriesPerRequest');
  });

  it('looks behind a page that fills the first list', async () => {
    const own = 'one-page';
    const text = (url: string, content: string, index: number) => ({
      chunk: chunkOf({ namespace: own, url, content, chunk_index: index, source_id: new URL(url).host }),
      dense: new Float32Array([1, 0, 0, 0]),
      lexical: passageWeights(content, 'en', { title: '', headingPath: [] }),
    });
    const many = Array.from({ length: 12 }, (_, at) => text('https://d.example/1', `Quorum rule ${at}.`, at));
    const others = ['2', '3', '4'].map((page) =>
      text(`https://d.example/${page}`, `${'Many other words stand here. '.repeat(8)}Quorum ${page}.`, 0),
    );
    await store.chunks.upsert([...many, ...others], call);
    const { evidence } = await ask('quorum', { embedder: null, limit: 5, filter: { namespace: own } });
    const pages = evidence.map(({ url }) => url.slice(-1));
    expect(pages.slice(0, 2)).toEqual(['1', '1']);
    expect(pages.slice(2).sort()).toEqual(['2', '3', '4']);
  });

  it('runs dense alone for semantic, and where hybrid search is switched off', async () => {
    expect((await ask('browser', { strategy: 'semantic' })).retrieval).toBe('dense');
    expect((await ask('browser', { useHybridSearch: false })).retrieval).toBe('dense');
    expect((await ask('browser', { strategy: 'semantic', embedder: null })).retrieval).toBe('lexical');
    expect((await ask('browser', { useHybridSearch: false, embedder: null })).evidence).not.toEqual([]);
  });

  it('asks paraphrases and sub-questions too, embedded in batches', async () => {
    const embedder = topicEmbedder();
    const found = await ask('What is the difference between cache and browser?', {
      strategy: 'decomposed',
      embedder,
    });
    expect(found).toMatchObject({ strategy: 'decomposed', retrieval: 'hybrid' });
    expect(embedder.calls.flat()).toEqual([
      'What is the difference between cache and browser?',
      'cache',
      'browser',
    ]);
    expect(embedder.calls).toHaveLength(2);
    const urls = found.evidence.slice(0, 2).map(({ url }) => url);
    expect(urls.sort()).toEqual(['https://b.example/2', 'https://c.example/1']);
    const several = topicEmbedder();
    await ask('How do I configure the cache?', { strategy: 'multi_query', embedder: several });
    expect(several.calls.flat().length).toBeGreaterThan(1);
  });

  it('fuses all queries that are given', async () => {
    const { evidence } = await ask('retry', { queries: ['retry', 'browser'], embedder: null, limit: 2 });
    expect(evidence.map(({ url }) => url).sort()).toEqual(['https://b.example/1', 'https://c.example/1']);
  });

  it('tries a passing failure of the embedder once more', async () => {
    const embedder = topicEmbedder([new RetryableError('embedder_unavailable', 'away', { retryAfterMs: 1 })]);
    expect(await ask('retry', { embedder })).toMatchObject({ retrieval: 'hybrid', narrowed: null });
    expect(embedder.calls).toHaveLength(2);
  });

  it.each([
    [
      'a failure that stays',
      [1, 2, 3].map(() => new RetryableError('embedder_timeout', 'slow', { retryAfterMs: 1 })),
      2,
    ],
    [
      'a wait that is too long',
      [new RetryableError('embedder_timeout', 'slow', { retryAfterMs: 60_000 })],
      1,
    ],
    ['a refusal', [new PermanentError('embedder_unauthorized', 'no')], 1],
  ])('narrows to lexical after %s, and says so', async (_name, failures, calls) => {
    const code = failures[0]?.code;
    const embedder = topicEmbedder(failures);
    const found = await ask('retry', { embedder });
    expect(found).toMatchObject({ retrieval: 'lexical', narrowed: { code } });
    expect(found.evidence[0]?.url).toBe('https://b.example/1');
    expect(embedder.calls).toHaveLength(calls);
  });

  it('passes on an abort, a fault of the program and a store that is away', async () => {
    await expect(
      ask('retry', { embedder: topicEmbedder([new AbortedError('aborted', 'x')]) }),
    ).rejects.toThrow(AbortedError);
    await expect(ask('retry', { embedder: topicEmbedder([new TypeError('bug')]) })).rejects.toThrow(
      TypeError,
    );
    await expect(ask('retry', { embedder: null, signal: AbortSignal.abort() })).rejects.toThrow(AbortedError);
    const closed: VectorStore = createSqliteVectorStore({
      file: join(folder, 'other.db'),
      alias: 'knowledge',
    });
    await closed.close();
    await expect(ask('retry', { store: closed })).rejects.toMatchObject({ code: 'vector_store_unavailable' });
  });

  it.each(['', '   ', '😀🎉', '\u0000', 'x'.repeat(2001), "'; DROP TABLE c1_chunk; --", '" OR * NEAR('])(
    'answers the query %j',
    async (query) => {
      const { evidence } = await ask(query, { embedder: null });
      expect(evidence.length).toBeLessThanOrEqual(5);
      await ask(query, { strategy: 'multi_query' });
    },
  );

  it('finds by function words alone, weakly', async () => {
    expect((await ask('the', { embedder: null })).evidence.length).toBeGreaterThan(0);
  });
});

describe('embedderFor', () => {
  it('gives the embedder only to a collection made with it', () => {
    const embedder = topicEmbedder();
    expect(embedderFor({ embedder: 'topics', dimensions: 4 }, embedder)).toBe(embedder);
    expect(embedderFor({ embedder: 'topics', dimensions: 8 }, embedder)).toBeNull();
    expect(embedderFor({ embedder: 'other', dimensions: 4 }, embedder)).toBeNull();
    expect(embedderFor({ embedder: null, dimensions: null }, embedder)).toBeNull();
    expect(embedderFor({ embedder: 'topics', dimensions: 4 }, null)).toBeNull();
  });
});
