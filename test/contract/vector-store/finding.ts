import type { ChunkFilter, ChunkUpsert, VectorStore } from '@agentic-search/shared/ports/vector-store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  call,
  denseSpec,
  denseUpsert,
  freshNamespace,
  lexicalSpec,
  lexicalUpsert,
  type MakeStore,
  type StoreUnderTest,
} from './chunks.js';

/** The port's formula, over all chunks of the collection. */
function scoresOf(chunks: readonly ChunkUpsert[], query: ReadonlyMap<string, number>): Map<string, number> {
  const scores = new Map<string, number>();
  for (const [term, asked] of query) {
    const having = chunks.filter(({ lexical }) => lexical.has(term));
    const idf = Math.log(1 + (chunks.length - having.length + 0.5) / (having.length + 0.5));
    for (const { chunk, lexical } of having) {
      scores.set(chunk.id, (scores.get(chunk.id) ?? 0) + asked * (lexical.get(term) ?? 0) * idf);
    }
  }
  return scores;
}

const cosine = (a: ArrayLike<number>, b: ArrayLike<number>) => {
  const dot = (x: ArrayLike<number>, y: ArrayLike<number>) =>
    Array.from(x).reduce((sum, value, index) => sum + value * (y[index] ?? 0), 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
};

// A fixed generator: every run tests the same chunks.
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const filters: [string, Partial<ChunkFilter>, (chunk: ChunkUpsert['chunk']) => boolean][] = [
  ['type text', { type: 'text' }, (chunk) => chunk.type === 'text'],
  ['type code', { type: 'code' }, (chunk) => chunk.type === 'code'],
  ['source_id', { source_id: 's1.example' }, (chunk) => chunk.source_id === 's1.example'],
  ['url', { url: 'https://s0.example/0' }, (chunk) => chunk.url === 'https://s0.example/0'],
  ['chunk_index', { chunk_index: 2 }, (chunk) => chunk.chunk_index === 2],
  [
    'include_sources',
    { include_sources: ['s0.example', 's2.example'] },
    (chunk) => chunk.source_id !== 's1.example',
  ],
  ['no include_sources at all', { include_sources: [] }, () => true],
  ['exclude_sources', { exclude_sources: ['s0.example'] }, (chunk) => chunk.source_id !== 's0.example'],
  ['no exclude_sources at all', { exclude_sources: [] }, () => true],
  [
    'all conditions together',
    {
      type: 'text',
      source_id: 's1.example',
      include_sources: ['s1.example'],
      exclude_sources: ['s2.example'],
    },
    (chunk) => chunk.type === 'text' && chunk.source_id === 's1.example',
  ],
  ['what nothing fits', { source_id: "x' OR 1=1 --" }, () => false],
];

/** What `passages` owes: order, scores, filters, limits, namespaces, pages. */
export function findingContract(make: MakeStore): void {
  describe('finding', () => {
    let subject: StoreUnderTest;
    let store: VectorStore;
    const namespace = freshNamespace();
    const other = freshNamespace();
    const random = randomNumbers(7);
    const vocabulary = ['red', 'green', 'blue', 'the', 'rare', 'ünï', '東京'];
    const all: ChunkUpsert[] = Array.from({ length: 120 }, (_, index) => {
      const terms = vocabulary
        .filter((term) => random() < (term === 'the' ? 0.9 : term === 'rare' ? 0.05 : 0.4))
        .map((term) => [term, 0.2 + random() * 2] as const);
      const upsert = denseUpsert(
        {
          namespace: index % 6 === 5 ? other : namespace,
          type: index % 4 === 3 ? 'code' : 'text',
          source_id: `s${index % 3}.example`,
          url: `https://s${index % 3}.example/${index % 9}`,
          chunk_index: index % 5,
          id: `00000000-0000-5000-8000-${String(index).padStart(12, '0')}`,
          content: `chunk ${index}`,
        },
        Array.from({ length: 4 }, () => random() * 2 - 1),
      );
      return { ...upsert, lexical: new Map(terms) };
    });
    const mine = all.filter(({ chunk }) => chunk.namespace === namespace);
    const query = new Map([
      ['red', 1],
      ['rare', 2],
      ['東京', 0.5],
      ['the', 0.1],
      ['unknown', 3],
    ]);

    beforeAll(async () => {
      subject = await make();
      store = subject.store;
      await store.open(denseSpec, call);
      await store.chunks.upsert(all, call);
    });
    afterAll(() => subject.close());

    it('scores lexically by the formula, with N and n of the whole collection', async () => {
      const expected = scoresOf(all, query);
      const found = await store.passages.lexical(query, { namespace }, 1000, call);
      const hits = mine.filter(({ chunk }) => expected.has(chunk.id));
      expect(found).toHaveLength(hits.length);
      for (const { chunk, score } of found) {
        const truth = expected.get(chunk.id) ?? Number.NaN;
        expect(Math.abs(score - truth)).toBeLessThan(1e-4 * Math.max(1, truth));
      }
      const scores = found.map(({ score }) => score);
      expect(scores).toEqual([...scores].sort((a, b) => b - a));
    });

    it('keeps the formula true after chunks were replaced and deleted', async () => {
      const fresh = await make();
      try {
        await fresh.store.open(lexicalSpec, call);
        const space = freshNamespace();
        const rows = Array.from({ length: 20 }, (_, index) =>
          lexicalUpsert(
            { namespace: space, chunk_index: index, source_id: index < 5 ? 'gone' : 'kept' },
            index % 2 ? { even: 1, all: 1 } : { odd: 1.5, all: 1 },
          ),
        );
        await fresh.store.chunks.upsert(rows, call);
        const replaced = lexicalUpsert(
          { namespace: space, chunk_index: 10, source_id: 'kept' },
          { even: 2, fresh: 1 },
        );
        await fresh.store.chunks.upsert([replaced], call);
        await fresh.store.chunks.deleteSource({ namespace: space, source_id: 'gone' }, call);
        const now = [...rows.filter((_, index) => index >= 5 && index !== 10), replaced];
        const asked = new Map([
          ['even', 1],
          ['odd', 1],
          ['fresh', 1],
          ['all', 1],
        ]);
        const expected = scoresOf(now, asked);
        const found = await fresh.store.passages.lexical(asked, { namespace: space }, 100, call);
        expect(found).toHaveLength(15);
        for (const { chunk, score } of found) expect(score).toBeCloseTo(expected.get(chunk.id) ?? -1, 4);
      } finally {
        await fresh.close();
      }
    });

    it('orders densely by cosine and gives it as the score', async () => {
      const vector = Float32Array.from([0.3, -0.2, 0.9, 0.1]);
      const found = await store.passages.dense(vector, { namespace }, 1000, call);
      const expected = mine
        .map(({ chunk, dense }) => ({ id: chunk.id, score: cosine(vector, dense ?? []) }))
        .sort((a, b) => b.score - a.score);
      expect(found.map(({ chunk }) => chunk.id)).toEqual(expected.map(({ id }) => id));
      for (const [index, { score }] of found.entries()) {
        expect(score).toBeCloseTo(expected[index]?.score ?? Number.NaN, 4);
      }
    });

    it.each(filters)('filters by %s', async (_name, filter, fits) => {
      const wanted = mine.filter(({ chunk }) => fits(chunk));
      const scored = scoresOf(all, query);
      const lexical = await store.passages.lexical(query, { namespace, ...filter }, 1000, call);
      const dense = await store.passages.dense(
        Float32Array.from([1, 1, 1, 1]),
        { namespace, ...filter },
        1000,
        call,
      );
      const ids = (found: readonly { chunk: { id: string } }[]) => found.map(({ chunk }) => chunk.id).sort();
      expect(ids(dense)).toEqual(ids(wanted));
      expect(ids(lexical)).toEqual(ids(wanted.filter(({ chunk }) => scored.has(chunk.id))));
    });

    it('gives at most `limit`, and they are the best', async () => {
      const whole = await store.passages.lexical(query, { namespace }, 1000, call);
      const some = await store.passages.lexical(query, { namespace, type: 'text' }, 3, call);
      expect(await store.passages.lexical(query, { namespace }, 7, call)).toEqual(whole.slice(0, 7));
      expect(some).toEqual(whole.filter(({ chunk }) => chunk.type === 'text').slice(0, 3));
      const vector = Float32Array.from([1, 0, 0, 1]);
      const near = await store.passages.dense(vector, { namespace }, 1000, call);
      const nearest = await store.passages.dense(vector, { namespace }, 5, call);
      expect(nearest.map(({ chunk }) => chunk.id)).toEqual(near.slice(0, 5).map(({ chunk }) => chunk.id));
    });

    it('never shows a chunk of another namespace', async () => {
      const ids = all.map(({ chunk }) => chunk.id);
      const got = await store.passages.get(other, ids, call);
      expect(got.map(({ id }) => id).sort()).toEqual(ids.filter((_, index) => index % 6 === 5).sort());
      const lexical = await store.passages.lexical(query, { namespace: other }, 1000, call);
      const dense = await store.passages.dense(
        Float32Array.from([1, 0, 0, 0]),
        { namespace: other },
        1000,
        call,
      );
      expect([...lexical, ...dense].every(({ chunk }) => chunk.namespace === other)).toBe(true);
      expect(dense).toHaveLength(20);
      const nobody = freshNamespace();
      expect(await store.passages.lexical(query, { namespace: nobody }, 10, call)).toEqual([]);
      expect(
        await store.passages.dense(Float32Array.from([1, 0, 0, 0]), { namespace: nobody }, 10, call),
      ).toEqual([]);
      expect(await store.passages.get(nobody, ids, call)).toEqual([]);
      expect(await store.passages.page(nobody, 'https://s0.example/0', call)).toBeNull();
    });

    it('finds nothing without terms or with unknown terms, and leaves unknown ids out', async () => {
      expect(await store.passages.lexical(new Map(), { namespace }, 10, call)).toEqual([]);
      expect(await store.passages.lexical(new Map([['nope" OR *', 1]]), { namespace }, 10, call)).toEqual([]);
      expect(await store.passages.get(namespace, [], call)).toEqual([]);
      expect(await store.passages.get(namespace, ['11111111-1111-5111-8111-111111111111'], call)).toEqual([]);
    });

    it('refuses a query vector of another length', async () => {
      await expect(
        store.passages.dense(Float32Array.from([1, 2]), { namespace }, 10, call),
      ).rejects.toMatchObject({ name: 'PermanentError', code: 'wrong_dimensions' });
    });

    it('finds nothing densely in a lexical collection', async () => {
      const fresh = await make();
      try {
        await fresh.store.open(lexicalSpec, call);
        await fresh.store.chunks.upsert([lexicalUpsert({ namespace })], call);
        expect(await fresh.store.passages.dense(Float32Array.from([1, 2]), { namespace }, 10, call)).toEqual(
          [],
        );
      } finally {
        await fresh.close();
      }
    });
  });
}
