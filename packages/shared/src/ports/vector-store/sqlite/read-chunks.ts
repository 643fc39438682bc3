import type { Chunk, RankedChunk } from '../chunk.js';
import type { Collection } from './collection.js';
import type { Database } from './database.js';

interface ChunkRow {
  rowid: number;
  checked_at: string;
  body: string;
}

// `touch` moves the column only; everything else is as it was written.
const chunkOf = ({ body, checked_at }: ChunkRow): Chunk => ({ ...JSON.parse(body), checked_at });

/** Chunks by id, of one namespace. */
export function getChunks(
  database: Database,
  { id }: Collection,
  namespace: string,
  ids: readonly string[],
): Chunk[] {
  const rows = database.all<ChunkRow>(
    `SELECT rowid, checked_at, body FROM c${id}_chunk WHERE id IN (SELECT value FROM json_each(?))
     AND space IN (SELECT id FROM c${id}_space WHERE namespace = ?)`,
    JSON.stringify(ids),
    namespace,
  );
  return rows.map(chunkOf);
}

/** Rowids with scores turned into chunks, best first, ties by chunk id. */
export function rankedChunks(
  database: Database,
  { id }: Collection,
  hits: readonly { rowid: number; score: number }[],
): RankedChunk[] {
  const scores = new Map(hits.map(({ rowid, score }) => [rowid, score]));
  const rows = database.all<ChunkRow>(
    `SELECT rowid, checked_at, body FROM c${id}_chunk WHERE rowid IN (SELECT value FROM json_each(?))`,
    JSON.stringify([...scores.keys()]),
  );
  return rows
    .map((row) => ({ chunk: chunkOf(row), score: scores.get(row.rowid) ?? 0 }))
    .sort((a, b) => b.score - a.score || (a.chunk.id < b.chunk.id ? -1 : 1));
}
