import type { Chunk, ChunkFilter, ChunkUpsert, RankedChunk, SparseVector } from '../chunk.js';
import type { CollectionInfo, CollectionSpec, Source, StoreCounts, StoredPage } from '../vector-store.js';

/** What the store's thread can be asked: operation → arguments and answer. The port's methods, without signals. */
export interface StoreOperations {
  open(spec: CollectionSpec): CollectionInfo;
  check(): { detail: string };
  upsert(chunks: readonly ChunkUpsert[]): void;
  prune(page: { namespace: string; url: string; type: 'text' | 'code'; from: number }): number;
  touch(page: { namespace: string; url: string; checked_at: string }): void;
  deleteSource(source: { namespace: string; source_id: string }): number;
  dense(vector: Float32Array, filter: ChunkFilter, limit: number): RankedChunk[];
  lexical(terms: SparseVector, filter: ChunkFilter, limit: number): RankedChunk[];
  get(namespace: string, ids: readonly string[]): Chunk[];
  page(namespace: string, url: string): StoredPage | null;
  list(namespace: string, page: { limit: number; cursor: string | null }): Source[];
  describe(namespace: string, source: { source_id: string; summary: string }): void;
  counts(namespace: string): StoreCounts;
}

/** Name of an operation of the store thread. */
export type OperationName = keyof StoreOperations;

/** What the thread is started with. */
export interface StoreThreadData {
  file: string;
  alias: string;
  /** How long SQLite waits for another writer, in ms. */
  busyTimeoutMs: number;
}

/** Main thread → store thread. `shutdown` closes the file and ends the thread. */
export type StoreRequest = { operation: OperationName; args: readonly unknown[] } | { operation: 'shutdown' };

/** Store thread → main thread, one per request, in order. */
export type StoreReply =
  | { ok: true; value: unknown }
  | { ok: false; reaction: 'permanent' | 'unavailable'; code: string; detail: string };
