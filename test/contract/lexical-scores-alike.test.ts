import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { VectorStore } from '@agentic-search/shared/ports/vector-store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createQdrantVectorStore } from '../../packages/shared/src/ports/vector-store/qdrant/create-qdrant-vector-store.js';
import { createSqliteVectorStore } from '../../packages/shared/src/ports/vector-store/sqlite/create-sqlite-vector-store.js';
import { type QdrantDouble, startQdrantDouble } from '../support/qdrant-double/start-qdrant-double.js';
import { call, denseSpec, denseUpsert } from './vector-store/chunks.js';

const WORDS = ['index', 'queue', 'redis', 'vector', 'search', 'crawl', 'the', 'größe', '検索', 'zebra'];
const namespace = 'default';

/** Always the same chunks: weights and vectors from sines, so that no two scores are alike. */
const chunks = Array.from({ length: 200 }, (_, number) => {
  const source = `s${number % 4}.example`;
  const vector = [1, 2, 3, 4].map((factor) => Math.sin(number * factor + factor));
  const terms = WORDS.filter((_word, at) => Math.sin(number * 7 + at * 13) > at / 10 - 0.6);
  return {
    ...denseUpsert(
      {
        namespace: number % 7 === 6 ? 'other' : namespace,
        url: `https://${source}/${number}`,
        source_id: source,
        type: number % 5 === 4 ? 'code' : 'text',
      },
      vector,
    ),
    lexical: new Map(terms.map((term, at) => [term, 1.2 + Math.sin(number * 31 + at)] as const)),
  };
});

describe('the SQLite and the Qdrant adapter on the same data', () => {
  let double: QdrantDouble;
  let folder: string;
  let qdrant: VectorStore;
  let sqlite: VectorStore;

  beforeAll(async () => {
    double = await startQdrantDouble();
    folder = mkdtempSync(join(tmpdir(), 'stores-alike-'));
    qdrant = createQdrantVectorStore({ url: double.url, apiKey: null, alias: 'knowledge' });
    sqlite = createSqliteVectorStore({ file: join(folder, 'knowledge.db'), alias: 'knowledge' });
    for (const store of [qdrant, sqlite]) {
      await store.open(denseSpec, call);
      await store.chunks.upsert(chunks, call);
      await store.chunks.prune({ namespace, url: 'https://s0.example/0', type: 'text', from: 0 }, call);
      await store.chunks.deleteSource({ namespace: 'other', source_id: 's2.example' }, call);
      await store.sources.describe(namespace, { source_id: 's1.example', summary: 'of one' }, call);
    }
  });
  afterAll(async () => {
    await Promise.all([qdrant.close(), sqlite.close()]);
    await double.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each([
    ['one common term', { the: 1 }, {}],
    ['rare and common terms', { zebra: 2, the: 1, 検索: 1 }, {}],
    ['all terms', Object.fromEntries(WORDS.map((word, at) => [word, 1 + at / 10])), {}],
    ['a filter', { index: 1, größe: 3 }, { type: 'text', exclude_sources: ['s1.example'] }],
    ['terms nobody has', { unheard: 1, queue: 1 }, { include_sources: ['s2.example', 's3.example'] }],
  ] as const)('score and order alike: %s', async (_name, asked, filter) => {
    const terms = new Map(Object.entries(asked));
    for (const limit of [5, 1000]) {
      const [ours, theirs] = await Promise.all(
        [qdrant, sqlite].map((store) => store.passages.lexical(terms, { namespace, ...filter }, limit, call)),
      );
      expect(ours?.length).toBeGreaterThan(0);
      expect(ours?.map(({ chunk }) => chunk)).toEqual(theirs?.map(({ chunk }) => chunk));
      for (const [at, { score }] of (ours ?? []).entries())
        expect(score).toBeCloseTo(theirs?.[at]?.score ?? -1, 4);
    }
  });

  it('find the same neighbours, with the same cosine', async () => {
    const vector = Float32Array.from([0.3, -0.7, 0.1, 0.5]);
    const [ours, theirs] = await Promise.all(
      [qdrant, sqlite].map((store) => store.passages.dense(vector, { namespace }, 20, call)),
    );
    expect(ours?.map(({ chunk }) => chunk.id)).toEqual(theirs?.map(({ chunk }) => chunk.id));
    for (const [at, { score }] of (ours ?? []).entries())
      expect(score).toBeCloseTo(theirs?.[at]?.score ?? -1, 5);
  });

  it('tell the same of sources, pages and counts', async () => {
    const tell = (store: VectorStore) =>
      Promise.all([
        store.sources.list(namespace, { limit: 10, cursor: null }, call),
        store.sources.counts(namespace, call),
        store.passages.page(namespace, 'https://s1.example/1', call),
        store.passages.page(namespace, 'https://s0.example/0', call),
        store.passages.page(namespace, 'https://s0.example/4', call),
      ]);
    expect(await tell(qdrant)).toEqual(await tell(sqlite));
  });
});
