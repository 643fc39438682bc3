import type { ChunkFilter, RankedChunk } from '../chunk.js';
import { conditionsOf, spacesOf } from './chunk-filter.js';
import type { Collection } from './collection.js';
import type { Database } from './database.js';
import { rankedChunks } from './read-chunks.js';

/** Nearest first by cosine, exact: every vector of the allowed spaces is compared. */
export function searchDense(
  database: Database,
  collection: Collection,
  vector: Float32Array,
  filter: ChunkFilter,
  limit: number,
): RankedChunk[] {
  const { id } = collection;
  const bytes = new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
  const conditions = conditionsOf(filter);
  const narrowed = conditions
    ? `AND rowid IN (SELECT rowid FROM c${id}_chunk WHERE space = ? AND ${conditions.sql})`
    : '';
  const hits = spacesOf(database, collection, filter).flatMap((space) =>
    database.all<{ rowid: number; distance: number }>(
      `SELECT rowid, distance FROM c${id}_vector WHERE embedding MATCH ? AND k = ? AND space = ? ${narrowed}`,
      bytes,
      limit,
      BigInt(space),
      ...(conditions ? [space, ...conditions.values] : []),
    ),
  );
  const scored = hits.map(({ rowid, distance }) => ({ rowid, score: 1 - distance }));
  return rankedChunks(database, collection, scored.sort((a, b) => b.score - a.score).slice(0, limit));
}
