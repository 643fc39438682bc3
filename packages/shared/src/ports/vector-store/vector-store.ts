import type { Chunk, ChunkFilter, ChunkUpsert, RankedChunk, SparseVector } from './chunk.js';

/** What a collection is made of; decided when it is made and never changed under it. */
export interface CollectionSpec {
  /** Embedder id, or null for a lexical collection. */
  embedder: string | null;
  /** Length of its vectors, or null for a lexical collection. */
  dimensions: number | null;
}

/** The collection that is open. */
export interface CollectionInfo extends CollectionSpec {
  /** Versioned name, e.g. `knowledge_v1_3f2a9c`; the alias (`knowledge`) points to it. */
  name: string;
  alias: string;
}

/** What the store knows of one indexed page of one namespace. */
export interface StoredPage {
  url: string;
  /** Empty while the page's text chunks are not all there or not of one version: a re-index stopped half way. */
  page_hash: string;
  chunk_count: number;
  crawled_at: string;
  checked_at: string;
}

/** The site a namespace's pages belong to. */
export interface Source {
  source_id: string;
  pages: number;
  /** Of both types. */
  chunks: number;
  /** `countWords` over the contents of the text chunks. */
  words: number;
  /** Empty when nothing was told. */
  summary: string;
  last_crawled_at: string | null;
}

/** What a namespace holds. */
export interface StoreCounts {
  chunks: number;
  pages: number;
  sources: number;
}

/**
 * The knowledge base's store. Dense and lexical lists come out apart; fusion stands above this port, once.
 * Every method takes a signal and throws DependencyUnavailableError (`vector_store_unavailable`) when the store is
 * away, PermanentError (`wrong_dimensions`, `invalid_chunk`) for what can never be stored, AbortedError on abort.
 * Adapters do not retry. All writes are idempotent.
 *
 * Lexical score, the same in every adapter: Σ over query terms of
 * `query weight × stored weight × ln(1 + (N − n + 0.5) / (n + 0.5))` with N chunks in the collection, n of them with
 * the term (BM25 with a fixed average length per collection; the stored weight carries tf saturation and length).
 */
export interface VectorStore {
  readonly kind: 'sqlite' | 'qdrant';
  readonly chunks: ChunkWriter;
  readonly passages: PassageFinder;
  readonly sources: SourceCatalog;
  /**
   * Makes the collection where there is none and points the alias to it; gives the one that is there otherwise,
   * whatever `spec` says (it is decided when the collection is made). Safe to call from many processes at once.
   */
  open(spec: CollectionSpec, options: StoreCall): Promise<CollectionInfo>;
  /** One cheap question that shows the store answers. */
  check(options: StoreCall): Promise<{ detail: string }>;
  close(): Promise<void>;
}

/** Goes with every call. */
export interface StoreCall {
  signal: AbortSignal;
}

/** All writes of chunks. */
export interface ChunkWriter {
  /** All or nothing for one call; existing ids are replaced. At most 256 chunks a call. Visible when it returns. */
  upsert(chunks: readonly ChunkUpsert[], options: StoreCall): Promise<void>;
  /** Deletes the page's chunks of that type from number `from` on (surplus after a re-index). Gives how many went. */
  prune(
    page: { namespace: string; url: string; type: 'text' | 'code'; from: number },
    options: StoreCall,
  ): Promise<number>;
  /** Moves `checked_at` of all chunks of the page (revalidated, unchanged); nothing is embedded. */
  touch(page: { namespace: string; url: string; checked_at: string }, options: StoreCall): Promise<void>;
  /** Forgets a source with all its chunks in one namespace. Gives how many chunks went; 0 when there was none. */
  deleteSource(source: { namespace: string; source_id: string }, options: StoreCall): Promise<number>;
}

/** All reads of chunks. */
export interface PassageFinder {
  /** Nearest first by cosine (−1..1). Empty for a lexical collection. `limit` 1–1,000. */
  dense(vector: Float32Array, filter: ChunkFilter, limit: number, options: StoreCall): Promise<RankedChunk[]>;
  /** Best first by the lexical score above; only chunks with at least one term. `limit` 1–1,000. */
  lexical(
    terms: SparseVector,
    filter: ChunkFilter,
    limit: number,
    options: StoreCall,
  ): Promise<RankedChunk[]>;
  /** Chunks by id, in any order; ids that are not there, or in another namespace, are left out. */
  get(namespace: string, ids: readonly string[], options: StoreCall): Promise<Chunk[]>;
  /** What is indexed of a page, or null. `chunk_count` counts text chunks. */
  page(namespace: string, url: string, options: StoreCall): Promise<StoredPage | null>;
}

/** The sources that chunks belong to. */
export interface SourceCatalog {
  /** Sources that have chunks, of a namespace, ordered by source_id (code units), after `cursor` (a source_id) when given; `limit` 1–1,000. */
  list(
    namespace: string,
    page: { limit: number; cursor: string | null },
    options: StoreCall,
  ): Promise<Source[]>;
  /** Writes what is told of a source (`summary`); counts are the store's own. Called after a page was indexed. */
  describe(
    namespace: string,
    source: { source_id: string; summary: string },
    options: StoreCall,
  ): Promise<void>;
  counts(namespace: string, options: StoreCall): Promise<StoreCounts>;
}
