import { chunkId, sha256Hex } from '@agentic-search/shared/identifiers';
import type { Chunk, VectorStore } from '@agentic-search/shared/ports/vector-store';

const AT = '2026-03-01T00:00:00.000Z';

function chunkOf(content: string, index: number): Chunk {
  const url = `https://docs.example/page-${index}`;
  const hash = sha256Hex(content);
  return {
    id: chunkId({ namespace: 'default', url, type: 'text', index: 0 }),
    namespace: 'default',
    type: 'text',
    url,
    title: `Page ${index}`,
    source_id: 'docs.example',
    chunk_index: 0,
    chunk_count: 1,
    start: 0,
    end: content.length,
    heading_path: [],
    content,
    context: null,
    content_hash: hash,
    page_hash: hash,
    language: 'en',
    published_at: null,
    crawled_at: AT,
    checked_at: new Date(Date.now() + 3_600_000).toISOString(),
    embedder: null,
  };
}

/** A knowledge base that always finds the same passages; `fail` makes its reads throw. */
export function storeOf(passages: readonly string[]): VectorStore & { fail: Error | null } {
  const chunks = passages.map(chunkOf);
  const none = async () => 0;
  const store = {
    fail: null as Error | null,
    kind: 'sqlite',
    chunks: { upsert: async () => undefined, prune: none, touch: async () => undefined, deleteSource: none },
    passages: {
      dense: async () => [],
      lexical: async () => {
        if (store.fail) throw store.fail;
        return chunks.map((chunk, index) => ({ chunk, score: chunks.length - index }));
      },
      get: async () => [],
      page: async () => null,
    },
    sources: {},
    check: async () => ({ detail: 'ok' }),
    close: async () => undefined,
  };
  return store as unknown as VectorStore & { fail: Error | null };
}
