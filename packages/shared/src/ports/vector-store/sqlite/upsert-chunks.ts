import type { Chunk, ChunkUpsert } from '../chunk.js';
import { countWords } from '../count-words.js';
import { packTerms, removeChunk, type StoredChunk, unpackTerms } from './chunk-removal.js';
import type { Collection } from './collection.js';
import type { Database } from './database.js';
import { refreshPage } from './page-rows.js';
import { gatherPostingChanges } from './posting-changes.js';
import { termIdsOf } from './term-ids.js';

function spaceOf(database: Database, { id }: Collection, { namespace, type }: Chunk): number {
  const row = database.get<{ id: number }>(
    `INSERT INTO c${id}_space (namespace, type) VALUES (?, ?)
     ON CONFLICT (namespace, type) DO UPDATE SET type = excluded.type RETURNING id`,
    namespace,
    type,
  );
  if (!row) throw new Error('SQLite gave no id for a space');
  return row.id;
}

function writeRow(
  database: Database,
  sql: string,
  chunk: Chunk,
  place: { rowid: number | null; space: number; terms: Uint8Array },
): number {
  const row = database.get<{ rowid: number }>(
    sql,
    place.rowid,
    chunk.id,
    place.space,
    chunk.source_id,
    chunk.url,
    chunk.chunk_index,
    chunk.chunk_count,
    chunk.page_hash,
    chunk.type === 'text' ? countWords(chunk.content) : 0,
    chunk.crawled_at,
    chunk.checked_at,
    JSON.stringify(chunk),
    place.terms,
  );
  if (!row) throw new Error('SQLite gave no rowid for a stored chunk');
  return row.rowid;
}

/** Writes chunks one after the other, all of them inside one write transaction. */
function chunkWriter(database: Database, collection: Collection, chunks: readonly ChunkUpsert[]) {
  const { id } = collection;
  const find = `SELECT rowid, space, terms FROM c${id}_chunk WHERE id = ?`;
  const write = `INSERT OR REPLACE INTO c${id}_chunk VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING rowid`;
  const addVector = `INSERT INTO c${id}_vector (rowid, space, embedding) VALUES (?, ?, ?)`;
  const moveVector = `UPDATE c${id}_vector SET embedding = ? WHERE rowid = ?`;
  const ids = termIdsOf(database, collection, chunks);
  const changes = gatherPostingChanges(database, collection);
  let added = 0;

  const storedRow = (chunk: Chunk, space: number): StoredChunk | null => {
    const stored = database.get<StoredChunk>(find, chunk.id);
    if (!stored || stored.space === space) return stored ?? null;
    removeChunk(database, collection, stored, changes);
    return null;
  };

  const writeTerms = (row: StoredChunk, lexical: ChunkUpsert['lexical'], before: Set<number>) => {
    for (const [text, weight] of lexical) {
      const term = ids.get(text);
      if (term === undefined) continue;
      before.delete(term);
      changes.set(row.space, term, row.rowid, weight);
    }
    for (const term of before) changes.set(row.space, term, row.rowid, null);
  };

  return {
    write({ chunk, dense, lexical }: ChunkUpsert): void {
      const space = spaceOf(database, collection, chunk);
      const stored = storedRow(chunk, space);
      const terms = packTerms([...lexical.keys()].map((text) => ids.get(text) ?? 0));
      const rowid = writeRow(database, write, chunk, { rowid: stored?.rowid ?? null, space, terms });
      writeTerms({ rowid, space, terms }, lexical, new Set(stored ? unpackTerms(stored.terms) : []));
      if (!stored) added += 1;
      if (!dense) return;
      const bytes = new Uint8Array(dense.buffer, dense.byteOffset, dense.byteLength);
      if (stored) database.run(moveVector, bytes, BigInt(rowid));
      else database.run(addVector, BigInt(rowid), BigInt(space), bytes);
    },
    finish(): void {
      changes.apply();
      database.run('UPDATE collection SET chunks = chunks + ? WHERE id = ?', added, id);
    },
  };
}

/** Writes checked chunks in one transaction. */
export function upsertChunks(
  database: Database,
  collection: Collection,
  chunks: readonly ChunkUpsert[],
): void {
  if (chunks.length === 0) return;
  database.write(() => {
    const writer = chunkWriter(database, collection, chunks);
    const pages = new Map<string, Chunk>();
    for (const upsert of chunks) {
      writer.write(upsert);
      pages.set(JSON.stringify([upsert.chunk.namespace, upsert.chunk.url]), upsert.chunk);
    }
    writer.finish();
    for (const { namespace, url } of pages.values()) refreshPage(database, collection, namespace, url);
  });
}
