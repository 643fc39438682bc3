import type { VectorStore } from '@agentic-search/shared/ports/vector-store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  call,
  freshNamespace,
  lexicalSpec,
  lexicalUpsert,
  type MakeStore,
  pageOf,
  type StoreUnderTest,
} from './chunks.js';

/** What `sources` and `passages.page` owe: counts, paging, summaries, pages. */
export function cataloguingContract(make: MakeStore): void {
  describe('cataloguing', () => {
    let subject: StoreUnderTest;
    let store: VectorStore;

    beforeAll(async () => {
      subject = await make();
      store = subject.store;
      await store.open(lexicalSpec, call);
    });
    afterAll(() => subject.close());

    it('tells what is indexed of a page', async () => {
      const namespace = freshNamespace();
      const url = 'https://docs.example.org/päge?x=1';
      const page = pageOf({ namespace, url, page_hash: 'hash-1', crawled_at: '2026-02-01T00:00:00.000Z' }, 3);
      const code = lexicalUpsert({ namespace, url, type: 'code', page_hash: 'hash-1' });
      await store.chunks.upsert([...page, code], call);
      expect(await store.passages.page(namespace, url, call)).toEqual({
        url,
        page_hash: 'hash-1',
        chunk_count: 3,
        crawled_at: '2026-02-01T00:00:00.000Z',
        checked_at: '2026-01-02T03:04:05.000Z',
      });
      expect(await store.passages.page(namespace, `${url}2`, call)).toBeNull();
    });

    it('does not claim the new hash for a page whose re-index stopped before its end', async () => {
      const namespace = freshNamespace();
      const url = 'https://docs.example.org/page';
      await store.chunks.upsert(pageOf({ namespace, page_hash: 'old' }, 4), call);
      await store.chunks.upsert(pageOf({ namespace, page_hash: 'new' }, 2), call);
      const half = await store.passages.page(namespace, url, call);
      expect(half).not.toBeNull();
      expect(half?.page_hash).not.toBe('new');
      await store.chunks.prune({ namespace, url, type: 'text', from: 2 }, call);
      expect(await store.passages.page(namespace, url, call)).toMatchObject({
        page_hash: 'new',
        chunk_count: 2,
      });
      const grown = pageOf({ namespace, page_hash: 'newer' }, 5);
      await store.chunks.upsert(grown.slice(0, 3), call);
      expect((await store.passages.page(namespace, url, call))?.page_hash).not.toBe('newer');
    });

    it('counts chunks, pages and sources of one namespace', async () => {
      const namespace = freshNamespace();
      expect(await store.sources.counts(namespace, call)).toEqual({ chunks: 0, pages: 0, sources: 0 });
      for (const [index, host] of ['a.example', 'b.example', 'a.example'].entries()) {
        await store.chunks.upsert(
          pageOf({ namespace, source_id: host, url: `https://${host}/${index}` }, index + 1),
          call,
        );
      }
      expect(await store.sources.counts(namespace, call)).toEqual({ chunks: 6, pages: 3, sources: 2 });
    });

    it('lists sources with their own counts, words of text chunks and the latest crawl', async () => {
      const namespace = freshNamespace();
      const source_id = 'a.example';
      await store.chunks.upsert(
        [
          ...pageOf({ namespace, source_id, url: 'https://a.example/1' }, 2),
          lexicalUpsert({
            namespace,
            source_id,
            url: 'https://a.example/2',
            content: 'three more words',
            crawled_at: '2026-03-03T00:00:00.000Z',
          }),
          lexicalUpsert({ namespace, source_id, url: 'https://a.example/2', type: 'code', content: 'x = 1' }),
        ],
        call,
      );
      await store.sources.describe(namespace, { source_id, summary: 'What a is about.' }, call);
      expect(await store.sources.list(namespace, { limit: 10, cursor: null }, call)).toEqual([
        {
          source_id,
          pages: 2,
          chunks: 4,
          words: 7,
          summary: 'What a is about.',
          last_crawled_at: '2026-03-03T00:00:00.000Z',
        },
      ]);
    });

    it('keeps the latest summary, and forgets it with the source', async () => {
      const namespace = freshNamespace();
      const source_id = 'docs.example.org';
      const chunk = lexicalUpsert({ namespace });
      const list = () => store.sources.list(namespace, { limit: 10, cursor: null }, call);
      await store.chunks.upsert([chunk], call);
      expect((await list())[0]?.summary).toBe('');
      await store.sources.describe(namespace, { source_id, summary: 'first' }, call);
      await store.sources.describe(namespace, { source_id, summary: 'second 😀' }, call);
      await store.chunks.upsert([chunk], call);
      expect((await list())[0]?.summary).toBe('second 😀');
      expect((await store.sources.list(`${namespace}-b`, { limit: 10, cursor: null }, call)).length).toBe(0);
      await store.chunks.deleteSource({ namespace, source_id }, call);
      expect(await list()).toEqual([]);
      await store.chunks.upsert([chunk], call);
      expect((await list())[0]?.summary).toBe('');
    });

    it('pages through sources in order, each once', async () => {
      const namespace = freshNamespace();
      const hosts = ['b.example', 'a.example', 'z.example', 'm.example:8080', 'documents'];
      await store.chunks.upsert(
        hosts.map((source_id) => lexicalUpsert({ namespace, source_id, url: `https://${source_id}/` })),
        call,
      );
      const seen: string[] = [];
      let cursor: string | null = null;
      for (;;) {
        const page = await store.sources.list(namespace, { limit: 2, cursor }, call);
        expect(page.length).toBeLessThanOrEqual(2);
        seen.push(...page.map(({ source_id }) => source_id));
        cursor = page.at(-1)?.source_id ?? null;
        if (cursor === null) break;
      }
      expect(seen).toEqual([...hosts].sort());
    });
  });
}
