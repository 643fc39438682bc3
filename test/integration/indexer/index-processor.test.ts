import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chunkId } from '@agentic-search/shared/identifiers';
import { createRedisPageStore, type PageStore, type StoredPageContent } from '@agentic-search/shared/pages';
import { createEmbedder, createEmbeddingCache, type Embedder } from '@agentic-search/shared/ports/embedder';
import { type Chunk, createVectorStore, type VectorStore } from '@agentic-search/shared/ports/vector-store';
import { queryTerms } from '@agentic-search/shared/retrieval';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import {
  createIndexProcessor,
  type IndexProcessorParts,
} from '../../../apps/indexer-worker/src/index-processor.js';
import {
  createPagePreparer,
  type PagePreparer,
} from '../../../apps/indexer-worker/src/prepare/create-page-preparer.js';
import {
  contextOf,
  jobOf,
  longMarkdown,
  pageOf,
  url,
} from '../../../apps/indexer-worker/src/testing/index-job.js';
import {
  type EmbeddingDouble,
  startEmbeddingDouble,
} from '../../support/embedding-double/embedding-double.js';

const call = { signal: new AbortController().signal };
const namespace = 'default';
let folder: string;
let redis: Redis;
let double: EmbeddingDouble;
let embedder: Embedder | null;
let preparer: PagePreparer;
let store: VectorStore;
let prefix: string;
let pages: PageStore;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'indexer-'));
  redis = new Redis(inject('redisUrl'));
  preparer = createPagePreparer();
});
afterAll(async () => {
  await preparer.close();
  await redis.quit();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  double = await startEmbeddingDouble();
  embedder = await createEmbedder({
    provider: 'openai',
    apiKey: 'key',
    baseUrl: double.baseUrl,
    model: 'double',
    dimensions: double.dimensions,
  });
  prefix = `{${randomUUID()}}`;
  pages = createRedisPageStore({ redis, prefix, ttlSeconds: 600, maxBytes: 100_000_000 });
  const sqliteFile = join(folder, `${randomUUID()}.sqlite`);
  store = await createVectorStore({ qdrantUrl: null, qdrantApiKey: null, sqliteFile, alias: 'knowledge' });
  return async () => {
    await store.close();
    await double.close();
  };
});

function processor(parts: Partial<IndexProcessorParts> = {}) {
  return createIndexProcessor({
    pages,
    store,
    embedder,
    cache: createEmbeddingCache({ redis, prefix, ttlSeconds: 600 }),
    preparer,
    options: { chunkSize: 600, overlap: 80, codeExamples: true },
    embedding: { retry: { attempts: 3, minDelayMs: 1, maxDelayMs: 5 } },
    clock: Date.now,
    ...parts,
  });
}

async function keep(markdown: string): Promise<StoredPageContent> {
  const page = pageOf(markdown);
  const at = '2026-01-01T00:00:00.000Z';
  const pointer = { url, final_url: url, page_hash: page.page_hash, etag: null, last_modified: null };
  await pages.put({ ...pointer, fetched_at: at, checked_at: at }, page);
  return page;
}

const open = (dense = true) =>
  store.open(
    dense && embedder
      ? { embedder: embedder.id, dimensions: embedder.dimensions }
      : { embedder: null, dimensions: null },
    call,
  );

/** All chunks of the page that are stored, by asking for more numbers than there can be. */
async function storedChunks(most = 600): Promise<Chunk[]> {
  const ids = (['text', 'code'] as const).flatMap((type) =>
    Array.from({ length: most }, (_, index) => chunkId({ namespace, url, type, index })),
  );
  const chunks = await store.passages.get(namespace, ids, call);
  return chunks.sort((one, other) => (one.id < other.id ? -1 : 1));
}

describe('index processor over a real store, page store, cache and embedding server', () => {
  it('makes a page findable by meaning and by words, and embeds nothing twice', async () => {
    await open();
    const page = await keep(longMarkdown(30));
    const result = await processor()(jobOf(page), contextOf());
    const chunks = await storedChunks();
    expect(result).toMatchObject({
      outcome: 'indexed',
      chunks: chunks.length,
      chunks_written: chunks.length,
    });
    expect(result.outcome === 'indexed' && result.embedding_tokens).toBeGreaterThan(1_000);
    expect(Math.max(...double.requests.map(({ texts }) => texts.length))).toBe(20);
    const lexical = await store.passages.lexical(queryTerms('section 17'), { namespace }, 5, call);
    expect(lexical.some(({ chunk }) => chunk.content.includes('ection 17'))).toBe(true);
    const code = await store.passages.lexical(queryTerms('run value'), { namespace, type: 'code' }, 5, call);
    expect(code[0]?.chunk).toMatchObject({ type: 'code', language: 'ts' });
    const dense = await store.passages.dense(
      new Float32Array(double.dimensions).fill(0.1),
      { namespace },
      5,
      call,
    );
    expect(dense.length).toBe(5);
    expect(await store.sources.counts(namespace, call)).toMatchObject({
      pages: 1,
      sources: 1,
      chunks: chunks.length,
    });

    const asked = double.requests.length;
    const later = '2026-02-01T00:00:00.000Z';
    const again = await processor()(jobOf(page, { checked_at: later }), contextOf());
    expect(again).toMatchObject({ chunks: chunks.length, chunks_written: 0, embedding_tokens: 0 });
    expect(await storedChunks()).toEqual(chunks.map((chunk) => ({ ...chunk, checked_at: later })));
    await processor()(jobOf(page, { namespace: 'other' }), contextOf());
    expect(double.requests.length).toBe(asked);
  });

  it('pays only for what changed, and prunes what a shorter page no longer has', async () => {
    await open();
    const long = await keep(longMarkdown(40));
    await processor()(jobOf(long), contextOf());
    const paid = double.embedded().length;
    const short = await keep(`${longMarkdown(9)}\n\nOne more sentence.\n`);
    const result = await processor()(jobOf(short), contextOf());
    const chunks = await storedChunks();
    expect(result).toMatchObject({ chunks: chunks.length });
    expect(chunks.every(({ page_hash }) => page_hash === short.page_hash)).toBe(true);
    expect(double.embedded().length - paid).toBeLessThan(5);
    expect((await store.passages.page(namespace, url, call))?.page_hash).toBe(short.page_hash);
  });

  it('is finished by another worker after it died between two writes', async () => {
    await open();
    const old = await keep(longMarkdown(200, 'old'));
    await processor()(jobOf(old), contextOf());
    const page = await keep(longMarkdown(160));
    let writes = 0;
    const dying = contextOf({
      assertCurrent: async () => {
        writes += 1;
        if (writes === 3) throw new Error('killed');
      },
    });
    await expect(processor()(jobOf(page), dying)).rejects.toThrow('killed');
    expect(new Set((await storedChunks()).map(({ page_hash }) => page_hash)).size).toBe(2);
    const paid = double.embedded().length;
    const result = await processor()(jobOf(page), contextOf());
    const chunks = await storedChunks();
    expect(result).toMatchObject({
      chunks: chunks.length,
      chunks_written: chunks.length,
      embedding_tokens: 0,
    });
    expect(double.embedded().length).toBe(paid);
    expect(chunks.every(({ page_hash }) => page_hash === page.page_hash)).toBe(true);
  });

  it('leaves the same chunks when two workers do it at once', async () => {
    await open();
    const page = await keep(longMarkdown(120));
    await Promise.all([processor()(jobOf(page), contextOf()), processor()(jobOf(page), contextOf())]);
    const both = await storedChunks();
    await store.chunks.deleteSource({ namespace, source_id: 'docs.example.org' }, call);
    await processor()(jobOf(page), contextOf());
    expect(await storedChunks()).toEqual(both);
  });

  it('indexes lexically without an embedder', async () => {
    await open(false);
    const page = await keep(longMarkdown(3));
    const result = await processor({ embedder: null, cache: null })(jobOf(page), contextOf());
    expect(result).toMatchObject({ outcome: 'indexed', embedding_tokens: 0, chunks_without_vector: 0 });
    expect((await storedChunks()).every(({ embedder: id }) => id === null)).toBe(true);
    expect(double.requests.length).toBe(0);
  });

  it('waits for an embedding server that is busy, and stores the page when one passage is refused', async () => {
    await open();
    double.answerNext({
      kind: 'answer',
      status: 429,
      headers: { 'retry-after': '0' },
      body: { error: { message: 'slow' } },
    });
    double.refuse((text) => text.includes('forbidden sentence'));
    const page = await keep(`${longMarkdown(12)}\n\n## Last\n\n${'x '.repeat(150)} a forbidden sentence.\n`);
    const result = await processor()(jobOf(page), contextOf());
    expect(result).toMatchObject({ outcome: 'indexed', chunks_without_vector: 1 });
    expect((await storedChunks()).some(({ content }) => content.includes('forbidden'))).toBe(true);
  });

  it('tells an embedding server that is away from a page that cannot be indexed', async () => {
    await open();
    const page = await keep('Some text.');
    await double.close();
    await expect(processor()(jobOf(page), contextOf())).rejects.toMatchObject({
      code: 'embedder_unavailable',
    });
    expect(await processor()(jobOf(page), contextOf({ lastAttempt: true }))).toMatchObject({
      outcome: 'failure',
      code: 'embedder_unavailable',
    });
    expect(await processor()(jobOf(pageOf('evicted')), contextOf())).toMatchObject({ code: 'page_gone' });
    expect(await storedChunks(5)).toEqual([]);
  });

  it('indexes a page of 5 MB', async () => {
    await open(false);
    const page = await keep(longMarkdown(5_000));
    expect(page.markdown.length).toBeGreaterThan(5_000_000);
    const started = performance.now();
    const result = await processor({
      embedder: null,
      cache: null,
      options: { chunkSize: 1_600, overlap: 200, codeExamples: false },
    })(jobOf(page), contextOf());
    expect(result).toMatchObject({ outcome: 'indexed' });
    const chunks = (await storedChunks(8_000)).sort((one, other) => one.chunk_index - other.chunk_index);
    expect(
      chunks.map((chunk, index) => page.markdown.slice(chunks[index - 1]?.end ?? 0, chunk.end)).join('') ===
        page.markdown,
    ).toBe(true);
    expect(performance.now() - started).toBeLessThan(100_000);
  }, 120_000);
});
