import type { Collection } from './collection.js';
import type { Database } from './database.js';
import type { PostingChanges } from './posting-changes.js';

/** What removal needs to know of a stored chunk; `terms` are the ids of its terms, 32 bits each. */
export interface StoredChunk {
  rowid: number;
  space: number;
  terms: Uint8Array;
}

/** Ids packed for the `terms` column. */
export function packTerms(ids: readonly number[]): Uint8Array {
  return new Uint8Array(Uint32Array.from(ids).buffer);
}

/** Ids of the `terms` column. */
export function unpackTerms(packed: Uint8Array): Uint32Array {
  const bytes = packed.byteOffset % 4 === 0 ? packed : packed.slice();
  return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
}

/** Takes a chunk out of its tables and, by `changes`, out of the term index. Belongs into a write transaction. */
export function removeChunk(
  database: Database,
  { id, dimensions }: Collection,
  chunk: StoredChunk,
  changes: PostingChanges,
): void {
  for (const term of unpackTerms(chunk.terms)) changes.set(chunk.space, term, chunk.rowid, null);
  database.run(`DELETE FROM c${id}_chunk WHERE rowid = ?`, chunk.rowid);
  if (dimensions !== null) database.run(`DELETE FROM c${id}_vector WHERE rowid = ?`, BigInt(chunk.rowid));
  database.run('UPDATE collection SET chunks = chunks - 1 WHERE id = ?', id);
}
