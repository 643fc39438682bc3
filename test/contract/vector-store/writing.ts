import type { VectorStore } from '@agentic-search/shared/ports/vector-store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  call,
  chunkOf,
  DIMENSIONS,
  denseSpec,
  denseUpsert,
  freshNamespace,
  idsFor,
  lexicalSpec,
  lexicalUpsert,
  type MakeStore,
  pageOf,
  type StoreUnderTest,
} from './chunks.js';

/** What `chunks` owes: upsert, prune, touch, deleteSource. */
export function writingContract(make: MakeStore): void {
  describe('writing', () => {
    let lexical: StoreUnderTest;
    let dense: StoreUnderTest;
    let store: VectorStore;

    beforeAll(async () => {
      [lexical, dense] = await Promise.all([make(), make()]);
      store = lexical.store;
      await Promise.all([store.open(lexicalSpec, call), dense.store.open(denseSpec, call)]);
    });
    afterAll(() => Promise.all([lexical.close(), dense.close()]));

    it('gives back every field as it was written', async () => {
      const namespace = freshNamespace();
      const full = lexicalUpsert({
        namespace,
        type: 'code',
        url: 'https://例え.example/päth/😀?q=ü#x',
        title: 'Ünïcode “title” 😀',
        heading_path: [],
        content: 'naïve 東京 😀\n\ttab "quote" \\ back',
        context: 'It stands in a page.',
        language: null,
        published_at: '2025-05-05T00:00:00.000Z',
        start: 7,
        end: 40,
      });
      const plain = lexicalUpsert({ namespace, published_at: null, context: null });
      await store.chunks.upsert([full, plain], call);
      const got = await store.passages.get(namespace, [full.chunk.id, plain.chunk.id], call);
      expect(got).toHaveLength(2);
      expect(got.find(({ id }) => id === full.chunk.id)).toEqual(full.chunk);
      expect(got.find(({ id }) => id === plain.chunk.id)).toEqual(plain.chunk);
    });

    it('takes 256 chunks in one call, refuses 257, and takes none', async () => {
      const namespace = freshNamespace();
      const page = pageOf({ namespace }, 257);
      await expect(store.chunks.upsert(page, call)).rejects.toMatchObject({ code: 'invalid_chunk' });
      expect(await store.sources.counts(namespace, call)).toEqual({ chunks: 0, pages: 0, sources: 0 });
      await store.chunks.upsert(page.slice(0, 256), call);
      await store.chunks.upsert([], call);
      expect((await store.sources.counts(namespace, call)).chunks).toBe(256);
    });

    it('replaces an existing id whole: old terms no longer find it', async () => {
      const namespace = freshNamespace();
      const before = lexicalUpsert({ namespace, content: 'shared obsolete' });
      await store.chunks.upsert([before], call);
      const after = lexicalUpsert({ namespace, content: 'shared renewed', title: 'New' });
      expect(after.chunk.id).toBe(before.chunk.id);
      await store.chunks.upsert([after], call);
      expect(await idsFor(store, namespace, 'obsolete')).toEqual([]);
      expect(await idsFor(store, namespace, 'renewed')).toEqual([after.chunk.id]);
      expect(await store.passages.get(namespace, [after.chunk.id], call)).toEqual([after.chunk]);
      expect((await store.sources.counts(namespace, call)).chunks).toBe(1);
    });

    it('is idempotent: the same upsert twice leaves the same chunks and scores', async () => {
      const namespace = freshNamespace();
      const page = pageOf({ namespace }, 5);
      await store.chunks.upsert(page, call);
      const search = () => store.passages.lexical(new Map([['passage3', 1]]), { namespace }, 10, call);
      const once = await search();
      await store.chunks.upsert(page, call);
      expect(await search()).toEqual(once);
      expect((await store.sources.counts(namespace, call)).chunks).toBe(5);
    });

    it.each([
      ['wrong_dimensions', 'a vector too long', [1, 2, 3, 4, 5]],
      ['wrong_dimensions', 'a vector too short', [1]],
      ['invalid_chunk', 'NaN', [1, Number.NaN, 0, 0]],
      ['invalid_chunk', 'infinity', [1, Number.POSITIVE_INFINITY, 0, 0]],
      ['invalid_chunk', 'a vector without direction', [0, 0, 0, 0]],
    ])('stores nothing of a call with one bad chunk (%s: %s)', async (code, _name, vector) => {
      const namespace = freshNamespace();
      const good = denseUpsert({ namespace, chunk_index: 0 }, [1, 0, 0, 0]);
      const bad = denseUpsert({ namespace, chunk_index: 1 }, vector);
      await expect(dense.store.chunks.upsert([good, bad], call)).rejects.toMatchObject({
        name: 'PermanentError',
        code,
      });
      expect(await dense.store.sources.counts(namespace, call)).toEqual({ chunks: 0, pages: 0, sources: 0 });
      expect(await dense.store.passages.get(namespace, [good.chunk.id], call)).toEqual([]);
    });

    it('refuses a chunk without a vector in a dense collection, and one with a vector in a lexical one', async () => {
      const namespace = freshNamespace();
      const refused = { name: 'PermanentError', code: 'wrong_dimensions' };
      await expect(dense.store.chunks.upsert([lexicalUpsert({ namespace })], call)).rejects.toMatchObject(
        refused,
      );
      const vector = new Float32Array(DIMENSIONS).fill(1);
      await expect(
        store.chunks.upsert([{ ...lexicalUpsert({ namespace }), dense: vector }], call),
      ).rejects.toMatchObject(refused);
    });

    it('refuses a chunk that is none and a weight that is not a number, and stores nothing', async () => {
      const namespace = freshNamespace();
      const good = lexicalUpsert({ namespace, chunk_index: 0 });
      const noId = { ...lexicalUpsert({ namespace }), chunk: chunkOf({ namespace, id: 'not-a-uuid' }) };
      const noWeight = lexicalUpsert({ namespace, chunk_index: 2 }, { alpha: Number.NaN });
      for (const bad of [noId, noWeight]) {
        await expect(store.chunks.upsert([good, bad], call)).rejects.toMatchObject({
          name: 'PermanentError',
          code: 'invalid_chunk',
        });
      }
      expect((await store.sources.counts(namespace, call)).chunks).toBe(0);
    });

    it('prunes the surplus of one page and type only', async () => {
      const namespace = freshNamespace();
      const page = pageOf({ namespace }, 5);
      const code = lexicalUpsert({ namespace, type: 'code', chunk_index: 4, content: 'passage code' });
      const other = lexicalUpsert({ namespace, url: 'https://docs.example.org/other', chunk_index: 4 });
      const elsewhere = lexicalUpsert({ namespace: `${namespace}-b`, chunk_index: 4 });
      await store.chunks.upsert([...page, code, other, elsewhere], call);
      const url = 'https://docs.example.org/page';
      expect(await store.chunks.prune({ namespace, url, type: 'text', from: 2 }, call)).toBe(3);
      expect(await store.chunks.prune({ namespace, url, type: 'text', from: 2 }, call)).toBe(0);
      const kept = page.slice(0, 2).map(({ chunk }) => chunk.id);
      expect((await idsFor(store, namespace, 'passage')).sort()).toEqual([...kept, code.chunk.id].sort());
      expect((await store.passages.page(namespace, url, call))?.chunk_count).toBe(2);
      expect((await store.sources.counts(namespace, call)).chunks).toBe(4);
      expect((await store.sources.counts(`${namespace}-b`, call)).chunks).toBe(1);
    });

    it('moves checked_at of one page and nothing else', async () => {
      const namespace = freshNamespace();
      const page = pageOf({ namespace }, 3);
      const other = lexicalUpsert({ namespace, url: 'https://docs.example.org/other' });
      await store.chunks.upsert([...page, other], call);
      const checked_at = '2026-06-01T00:00:00.000Z';
      await store.chunks.touch({ namespace, url: page[0]?.chunk.url ?? '', checked_at }, call);
      const ids = page.map(({ chunk }) => chunk.id);
      const got = await store.passages.get(namespace, ids, call);
      expect(got.map((chunk) => chunk.checked_at)).toEqual([checked_at, checked_at, checked_at]);
      expect(got.find(({ id }) => id === ids[1])).toEqual({ ...page[1]?.chunk, checked_at });
      expect(await store.passages.get(namespace, [other.chunk.id], call)).toEqual([other.chunk]);
      expect(await store.passages.page(namespace, page[0]?.chunk.url ?? '', call)).toMatchObject({
        checked_at,
      });
      await store.chunks.touch({ namespace, url: 'https://nowhere.example/', checked_at }, call);
    });

    it('forgets a source with all its chunks, in one namespace', async () => {
      const namespace = freshNamespace();
      const gone = pageOf({ namespace, source_id: 'gone.example', url: 'https://gone.example/a' }, 3);
      const kept = lexicalUpsert({ namespace, content: 'passage kept' });
      const elsewhere = lexicalUpsert({
        namespace: `${namespace}-b`,
        source_id: 'gone.example',
        url: 'https://gone.example/a',
      });
      await store.chunks.upsert([...gone, kept, elsewhere], call);
      const source = { namespace, source_id: 'gone.example' };
      expect(await store.chunks.deleteSource(source, call)).toBe(3);
      expect(await store.chunks.deleteSource(source, call)).toBe(0);
      expect(await idsFor(store, namespace, 'passage')).toEqual([kept.chunk.id]);
      expect(await store.sources.counts(namespace, call)).toEqual({ chunks: 1, pages: 1, sources: 1 });
      expect((await store.sources.counts(`${namespace}-b`, call)).chunks).toBe(1);
    });

    it('lets many write at once: every chunk is there, once', async () => {
      const namespace = freshNamespace();
      const other = (await lexical.reopen?.()) ?? store;
      if (other !== store) await other.open(lexicalSpec, call);
      const pages = Array.from({ length: 12 }, (_, index) =>
        pageOf({ namespace, url: `https://docs.example.org/${index}` }, 10),
      );
      await Promise.all(pages.map((page, index) => (index % 2 ? store : other).chunks.upsert(page, call)));
      expect(await store.sources.counts(namespace, call)).toEqual({ chunks: 120, pages: 12, sources: 1 });
      expect(new Set(await idsFor(other, namespace, 'passage')).size).toBe(120);
      if (other !== store) await other.close();
    });
  });
}
