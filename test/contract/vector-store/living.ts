import type { VectorStore } from '@agentic-search/shared/ports/vector-store';
import { describe, expect, it } from 'vitest';
import {
  call,
  denseSpec,
  denseUpsert,
  freshNamespace,
  idsFor,
  lexicalSpec,
  lexicalUpsert,
  type MakeStore,
} from './chunks.js';

/** Every method once, with arguments that would work. */
const everyCall = (
  store: VectorStore,
  options: { signal: AbortSignal },
): [string, () => Promise<unknown>][] => {
  const namespace = 'anyone';
  const url = 'https://docs.example.org/page';
  return [
    ['open', () => store.open(lexicalSpec, options)],
    ['check', () => store.check(options)],
    ['upsert', () => store.chunks.upsert([lexicalUpsert({ namespace })], options)],
    ['prune', () => store.chunks.prune({ namespace, url, type: 'text', from: 0 }, options)],
    ['touch', () => store.chunks.touch({ namespace, url, checked_at: '2026-01-01T00:00:00.000Z' }, options)],
    ['deleteSource', () => store.chunks.deleteSource({ namespace, source_id: 'a' }, options)],
    ['dense', () => store.passages.dense(Float32Array.from([1]), { namespace }, 5, options)],
    ['lexical', () => store.passages.lexical(new Map([['alpha', 1]]), { namespace }, 5, options)],
    ['get', () => store.passages.get(namespace, ['11111111-1111-5111-8111-111111111111'], options)],
    ['page', () => store.passages.page(namespace, url, options)],
    ['list', () => store.sources.list(namespace, { limit: 5, cursor: null }, options)],
    ['describe', () => store.sources.describe(namespace, { source_id: 'a', summary: '' }, options)],
    ['counts', () => store.sources.counts(namespace, options)],
  ];
};

/** Opening, closing, aborting, and what outlives a store. */
export function livingContract(make: MakeStore): void {
  describe('living', () => {
    it('names its collection by version behind the alias, once for everybody', async () => {
      const subject = await make();
      try {
        const [first, again] = await Promise.all([
          subject.store.open(denseSpec, call),
          subject.store.open(denseSpec, call),
        ]);
        expect(first).toMatchObject(denseSpec);
        expect(first.name.startsWith(`${first.alias}_v1_`)).toBe(true);
        expect(again).toEqual(first);
        const otherSpec = { embedder: 'another', dimensions: 8 };
        expect(await subject.store.open(otherSpec, call)).toEqual(first);
        expect(await subject.store.open(lexicalSpec, call)).toEqual(first);
      } finally {
        await subject.close();
      }
    });

    it('answers a check', async () => {
      const subject = await make();
      try {
        await subject.store.open(lexicalSpec, call);
        expect((await subject.store.check(call)).detail.length).toBeGreaterThan(0);
        expect(['sqlite', 'qdrant']).toContain(subject.store.kind);
      } finally {
        await subject.close();
      }
    });

    it('keeps everything for the next store over the same data', async () => {
      const subject = await make();
      const { store, reopen } = subject;
      try {
        if (!reopen) return;
        const namespace = freshNamespace();
        const made = await store.open(denseSpec, call);
        const upsert = denseUpsert({ namespace, content: 'kept words' }, [1, 2, 3, 4]);
        await store.chunks.upsert([upsert], call);
        await store.sources.describe(namespace, { source_id: upsert.chunk.source_id, summary: 'kept' }, call);
        await store.close();
        const next = await reopen();
        try {
          expect(await next.open(lexicalSpec, call)).toEqual(made);
          expect(await idsFor(next, namespace, 'kept')).toEqual([upsert.chunk.id]);
          const near = await next.passages.dense(Float32Array.from([1, 2, 3, 4]), { namespace }, 5, call);
          expect(near[0]?.chunk).toEqual(upsert.chunk);
          expect(near[0]?.score).toBeCloseTo(1, 4);
          const sources = await next.sources.list(namespace, { limit: 5, cursor: null }, call);
          expect(sources[0]?.summary).toBe('kept');
        } finally {
          await next.close();
        }
      } finally {
        await subject.close();
      }
    });

    it('throws AbortedError for a signal that has fired, and writes nothing', async () => {
      const subject = await make();
      try {
        await subject.store.open(lexicalSpec, call);
        for (const [name, run] of everyCall(subject.store, { signal: AbortSignal.abort() })) {
          await expect(run(), name).rejects.toMatchObject({ name: 'AbortedError' });
        }
        expect((await subject.store.sources.counts('anyone', call)).chunks).toBe(0);
      } finally {
        await subject.close();
      }
    });

    it('throws AbortedError when the signal fires during a call', async () => {
      const subject = await make();
      try {
        await subject.store.open(lexicalSpec, call);
        const abort = new AbortController();
        const running = subject.store.sources.counts('anyone', { signal: abort.signal });
        abort.abort();
        await expect(running).rejects.toMatchObject({ name: 'AbortedError' });
        expect((await subject.store.sources.counts('anyone', call)).chunks).toBe(0);
      } finally {
        await subject.close();
      }
    });

    it('throws DependencyUnavailableError once closed; closing twice is fine', async () => {
      const subject = await make();
      try {
        await subject.store.open(lexicalSpec, call);
        await subject.store.close();
        await subject.store.close();
        for (const [name, run] of everyCall(subject.store, call)) {
          await expect(run(), name).rejects.toMatchObject({
            name: 'DependencyUnavailableError',
            code: 'vector_store_unavailable',
          });
        }
      } finally {
        await subject.close();
      }
    });
  });
}
