import { createHash } from 'node:crypto';
import { PermanentError } from '../../../errors/app-error.js';
import type { CollectionInfo, CollectionSpec } from '../vector-store.js';
import type { Database } from './database.js';

/** A collection as the tables know it; its own tables are named by its number. */
export interface Collection extends CollectionInfo {
  id: number;
  /** Number of chunks, the N of the lexical score. */
  chunks: number;
}

// A space is one (namespace, type): postings and vectors are stored by space, so no search reads another namespace.
// Postings and vectors know a chunk by its rowid, terms by their id.
function tablesOf({ id, dimensions }: { id: number; dimensions: number | null }): string {
  const tables = `
    CREATE TABLE c${id}_space (
      id INTEGER PRIMARY KEY, namespace TEXT NOT NULL, type TEXT NOT NULL, UNIQUE (namespace, type)
    );
    CREATE TABLE c${id}_chunk (
      rowid INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, space INTEGER NOT NULL, source_id TEXT NOT NULL,
      url TEXT NOT NULL, chunk_index INTEGER NOT NULL, chunk_count INTEGER NOT NULL, page_hash TEXT NOT NULL,
      words INTEGER NOT NULL, crawled_at TEXT NOT NULL, checked_at TEXT NOT NULL, body TEXT NOT NULL,
      terms BLOB NOT NULL
    );
    CREATE INDEX c${id}_chunk_page ON c${id}_chunk (space, url, chunk_index);
    CREATE INDEX c${id}_chunk_source ON c${id}_chunk (space, source_id, url, chunk_index);
    CREATE TABLE c${id}_term (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE, df INTEGER NOT NULL);
    CREATE TABLE c${id}_posting (
      space INTEGER NOT NULL, term INTEGER NOT NULL, block INTEGER NOT NULL, entries BLOB NOT NULL,
      PRIMARY KEY (space, term, block)
    ) WITHOUT ROWID;
    CREATE TABLE c${id}_page (
      namespace TEXT NOT NULL, url TEXT NOT NULL, source_id TEXT NOT NULL, page_hash TEXT NOT NULL,
      text_chunks INTEGER NOT NULL, chunks INTEGER NOT NULL, words INTEGER NOT NULL,
      crawled_at TEXT NOT NULL, checked_at TEXT NOT NULL, PRIMARY KEY (namespace, url)
    ) WITHOUT ROWID;
    CREATE INDEX c${id}_page_source ON c${id}_page (namespace, source_id);
    CREATE TABLE c${id}_source (
      namespace TEXT NOT NULL, source_id TEXT NOT NULL, summary TEXT NOT NULL, PRIMARY KEY (namespace, source_id)
    ) WITHOUT ROWID;`;
  if (dimensions === null) return tables;
  return `${tables}
    CREATE VIRTUAL TABLE c${id}_vector USING vec0(
      space INTEGER PARTITION KEY, embedding FLOAT[${dimensions}] distance_metric=cosine, chunk_size=256
    );`;
}

/** The collection the alias points to now, or null when none was made yet. */
export function findCollection(database: Database, alias: string): Collection | null {
  const found = database.get<Omit<Collection, 'alias'>>(
    `SELECT collection.id, collection.name, embedder, dimensions, chunks
     FROM alias JOIN collection ON collection.id = alias.collection WHERE alias.name = ?`,
    alias,
  );
  if (!found) return null;
  if (found.dimensions !== null) database.loadVectors();
  return { ...found, alias };
}

/** The collection the alias points to, made after `spec` when there is none. */
export function openCollection(database: Database, alias: string, spec: CollectionSpec): Collection {
  const found = findCollection(database, alias);
  if (found) return found;
  if (spec.dimensions !== null) {
    if (!Number.isInteger(spec.dimensions) || spec.dimensions < 1) {
      throw new PermanentError('wrong_dimensions', 'a collection needs vectors of at least one number');
    }
    database.loadVectors();
  }
  const hash = createHash('sha256')
    .update(JSON.stringify([spec.embedder, spec.dimensions]))
    .digest('hex');
  return database.write(() => {
    const madeMeanwhile = findCollection(database, alias);
    if (madeMeanwhile) return madeMeanwhile;
    const name = `${alias}_v1_${hash.slice(0, 6)}`;
    const id = database.get<{ id: number }>(
      'INSERT INTO collection (name, embedder, dimensions) VALUES (?, ?, ?) RETURNING id',
      name,
      spec.embedder,
      spec.dimensions,
    )?.id;
    if (id === undefined) throw new Error('SQLite gave no id for a new collection');
    database.exec(tablesOf({ id, dimensions: spec.dimensions }));
    database.run('INSERT INTO alias (name, collection) VALUES (?, ?)', alias, id);
    return { id, name, alias, chunks: 0, embedder: spec.embedder, dimensions: spec.dimensions };
  });
}
