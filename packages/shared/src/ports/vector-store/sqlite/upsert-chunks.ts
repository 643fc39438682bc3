import type { Chunk, ChunkUpsert, SparseVector } from '../chunk.js';
import { countWords } from '../count-words.js';
import { packTerms, removeChunk, type StoredChunk, unpackTerms } from './chunk-removal.js';
import type { Collection } from './collection.js';
import type { Database, SqlValue } from './database.js';
import { refreshPage } from './page-rows.js';
import { gatherPostingChanges, type PostingChanges } from './posting-changes.js';

function spaceOf(database: Database, { id }: Collection, { namespace, type }: Chunk): number {
  const sql = `SELECT id FROM c${id}_space WHERE namespace = ? AND type = ?`;
  const known = database.get<{ id: number }>(sql, namespace, type);
  if (known) return known.id;
  database.run(`INSERT INTO c${id}_space (namespace, type) VALUES (?, ?)`, namespace, type);
  return spaceOf(database, { id } as Collection, { namespace, type } as Chunk);
}

function writeRow(
  database: Database,
  { id }: Collection,
  chunk: Chunk,
  place: { rowid: number | null; space: number; terms: Uint8Array },
): number {
  const words = chunk.type === 'text' ? countWords(chunk.content) : 0;
  const values: SqlValue[] = [
    place.rowid,
    chunk.id,
    place.space,
    chunk.source_id,
    chunk.url,
    chunk.chunk_index,
    chunk.chunk_count,
    chunk.page_hash,
    words,
    chunk.crawled_at,
    chunk.checked_at,
    JSON.stringify(chunk),
    place.terms,
  ];
  const sql = `INSERT OR REPLACE INTO c${id}_chunk VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING rowid`;
  const row = database.get<{ rowid: number }>(sql, ...values);
  if (!row) throw new Error('SQLite gave no rowid for a stored chunk');
  return row.rowid;
}

function writeVector(
  database: Database,
  { id }: Collection,
  row: StoredChunk,
  dense: Float32Array,
  isNew: boolean,
) {
  const bytes = new Uint8Array(dense.buffer, dense.byteOffset, dense.byteLength);
  if (isNew) {
    const sql = `INSERT INTO c${id}_vector (rowid, space, embedding) VALUES (?, ?, ?)`;
    database.run(sql, BigInt(row.rowid), BigInt(row.space), bytes);
  } else {
    database.run(`UPDATE c${id}_vector SET embedding = ? WHERE rowid = ?`, bytes, BigInt(row.rowid));
  }
}

/** Ids of the terms in order, each made when it is new and its document count moved where the chunk gains it. */
function termIds(
  database: Database,
  { id }: Collection,
  lexical: SparseVector,
  before: ReadonlySet<number>,
): number[] {
  return [...lexical.keys()].map((text) => {
    const known = database.get<{ id: number }>(`SELECT id FROM c${id}_term WHERE text = ?`, text);
    if (known && before.has(known.id)) return known.id;
    const sql = `INSERT INTO c${id}_term (text, df) VALUES (?, 1) ON CONFLICT (text) DO UPDATE SET df = df + 1 RETURNING id`;
    const row = database.get<{ id: number }>(sql, text);
    if (!row) throw new Error('SQLite gave no id for a stored term');
    return row.id;
  });
}

function upsertOne(
  database: Database,
  collection: Collection,
  upsert: ChunkUpsert,
  changes: PostingChanges,
): void {
  const { chunk, dense, lexical } = upsert;
  const space = spaceOf(database, collection, chunk);
  const sql = `SELECT rowid, space, terms FROM c${collection.id}_chunk WHERE id = ?`;
  let stored = database.get<StoredChunk>(sql, chunk.id);
  if (stored && stored.space !== space) {
    removeChunk(database, collection, stored, changes);
    stored = undefined;
  }
  const before = new Set(stored ? unpackTerms(stored.terms) : []);
  const ids = termIds(database, collection, lexical, before);
  const terms = packTerms(ids);
  const rowid = writeRow(database, collection, chunk, { rowid: stored?.rowid ?? null, space, terms });
  for (const [index, weight] of [...lexical.values()].entries()) {
    const term = ids[index];
    if (term === undefined) continue;
    before.delete(term);
    changes.set(space, term, rowid, weight);
  }
  for (const term of before) {
    changes.set(space, term, rowid, null);
    database.run(`UPDATE c${collection.id}_term SET df = df - 1 WHERE id = ?`, term);
  }
  if (dense) writeVector(database, collection, { rowid, space, terms }, dense, stored === undefined);
  if (!stored) database.run('UPDATE collection SET chunks = chunks + 1 WHERE id = ?', collection.id);
}

/** Writes checked chunks in one transaction. */
export function upsertChunks(
  database: Database,
  collection: Collection,
  chunks: readonly ChunkUpsert[],
): void {
  if (chunks.length === 0) return;
  database.write(() => {
    const changes = gatherPostingChanges(database, collection);
    const pages = new Map<string, Chunk>();
    for (const upsert of chunks) {
      upsertOne(database, collection, upsert, changes);
      pages.set(JSON.stringify([upsert.chunk.namespace, upsert.chunk.url]), upsert.chunk);
    }
    changes.apply();
    for (const { namespace, url } of pages.values()) refreshPage(database, collection, namespace, url);
  });
}
