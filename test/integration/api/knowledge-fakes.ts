import type { CollectionInfo, Source, VectorStore } from '@agentic-search/shared/ports/vector-store';
import type { Evidence, Passage } from '@agentic-search/shared/records';
import type { Retrieval, RetrieveRequest } from '@agentic-search/shared/retrieval';

export const passage: Passage = {
  chunk_id: '5b0e0f4e-7f39-5d4b-9d0c-0a7f7e0f9b11',
  content: 'Tokens are issued by the token endpoint.',
  url: 'https://docs.example/tokens',
  title: 'Tokens',
  similarity_score: 0.9,
  chunk_index: 0,
  source_id: 'docs.example',
  heading_path: ['Tokens'],
};

export const collection: CollectionInfo = {
  name: 'knowledge_v1_lexical',
  alias: 'knowledge',
  embedder: null,
  dimensions: null,
};

const evidence: Evidence = {
  ...passage,
  content_hash: 'h',
  language: 'en',
  published_at: null,
  crawled_at: '2026-01-02T03:04:05.000Z',
  checked_at: '2026-01-02T03:04:05.000Z',
};

/** Retrieval that always finds one passage and keeps what it was asked. */
export function recordingRetrieval() {
  const fake = {
    asked: [] as Omit<RetrieveRequest, 'store' | 'embedder' | 'signal'>[],
    fail: null as Error | null,
    async retrieve({
      store: _store,
      embedder: _embedder,
      signal: _signal,
      ...asked
    }: RetrieveRequest): Promise<Retrieval> {
      fake.asked.push(asked);
      if (fake.fail) throw fake.fail;
      const { strategy = 'hybrid' } = asked;
      return {
        evidence: [evidence],
        strategy,
        retrieval: 'lexical',
        reranked: false,
        embeddingTokens: 0,
        narrowed: null,
      };
    },
  };
  return fake;
}

const source = (id: string): Source => ({
  source_id: id,
  pages: 1,
  chunks: 2,
  words: 300,
  summary: 'Documentation',
  last_crawled_at: '2026-01-02T03:04:05.000Z',
});

/** A store with three sources in `default` and one in `other`; deletions stay. */
export function recordingStore(): VectorStore & { called: string[]; fail: Error | null } {
  const sources = new Map([
    ['default', ['a.example', 'b.example:8080', 'c.example']],
    ['other', ['secret.example']],
  ]);
  const note = async (call: string): Promise<void> => {
    store.called.push(call);
    if (store.fail) throw store.fail;
  };
  const store: VectorStore & { called: string[]; fail: Error | null } = {
    kind: 'sqlite',
    called: [],
    fail: null,
    open: async () => collection,
    check: async () => ({ detail: 'a file' }),
    close: async () => undefined,
    chunks: {
      upsert: async () => undefined,
      prune: async () => 0,
      touch: async () => undefined,
      async deleteSource({ namespace, source_id }) {
        await note(`delete ${namespace} ${source_id}`);
        const kept = sources.get(namespace) ?? [];
        sources.set(
          namespace,
          kept.filter((id) => id !== source_id),
        );
        return kept.includes(source_id) ? 2 : 0;
      },
    },
    passages: { dense: async () => [], lexical: async () => [], get: async () => [], page: async () => null },
    sources: {
      async list(namespace, { limit, cursor }) {
        await note(`list ${namespace}`);
        const ids = (sources.get(namespace) ?? []).filter((id) => cursor === null || id > cursor);
        return ids.slice(0, limit).map(source);
      },
      describe: async () => undefined,
      async counts(namespace) {
        await note(`counts ${namespace}`);
        const count = sources.get(namespace)?.length ?? 0;
        return { chunks: count * 2, pages: count, sources: count };
      },
    },
  };
  return store;
}
