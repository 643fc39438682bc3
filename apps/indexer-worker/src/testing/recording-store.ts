import type { Chunk, ChunkUpsert, Source, VectorStore } from '@agentic-search/shared/ports/vector-store';

export interface RecordingStore {
  store: VectorStore;
  chunks: Map<string, Chunk>;
  upserts: Map<string, ChunkUpsert>;
  /** What was called, in order: `upsert 256`, `prune text 3`, `touch`, `describe …`. */
  writes: string[];
  sources: Map<string, Source>;
  /** Called before each write; may throw. */
  beforeWrite: (write: string) => void;
}

/** A knowledge base in memory that writes down what it is told. */
export function recordingStore(): RecordingStore {
  const chunks = new Map<string, Chunk>();
  const upserts = new Map<string, ChunkUpsert>();
  const sources = new Map<string, Source>();
  const writes: string[] = [];
  const self: RecordingStore = {
    chunks,
    upserts,
    writes,
    sources,
    beforeWrite: () => undefined,
    store: {} as VectorStore,
  };
  const write = (what: string) => {
    self.beforeWrite(what);
    writes.push(what);
  };
  const none = async () => {
    throw new Error('not asked of this double');
  };
  self.store = {
    kind: 'sqlite',
    chunks: {
      async upsert(list) {
        write(`upsert ${list.length}`);
        for (const upsert of list) {
          chunks.set(upsert.chunk.id, upsert.chunk);
          upserts.set(upsert.chunk.id, upsert);
        }
      },
      async prune({ namespace, url, type, from }) {
        write(`prune ${type} ${from}`);
        const gone = [...chunks.values()].filter(
          (chunk) =>
            chunk.namespace === namespace &&
            chunk.url === url &&
            chunk.type === type &&
            chunk.chunk_index >= from,
        );
        for (const { id } of gone) chunks.delete(id);
        return gone.length;
      },
      async touch({ namespace, url, checked_at }) {
        write('touch');
        for (const [id, chunk] of chunks) {
          if (chunk.namespace === namespace && chunk.url === url) chunks.set(id, { ...chunk, checked_at });
        }
      },
      deleteSource: none,
    },
    passages: {
      get: async (namespace, ids) =>
        ids.flatMap((id) => chunks.get(id) ?? []).filter((chunk) => chunk.namespace === namespace),
      dense: none,
      lexical: none,
      page: none,
    },
    sources: {
      async describe(_namespace, { source_id, summary }) {
        write('describe');
        sources.set(source_id, { source_id, summary, pages: 0, chunks: 0, words: 0, last_crawled_at: null });
      },
      list: none,
      counts: none,
    },
    open: none,
    check: none,
    close: async () => undefined,
  };
  return self;
}
