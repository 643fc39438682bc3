import { PermanentError } from '../../../errors/app-error.js';
import { checkUpserts, checkVector } from '../check-vector.js';
import { type Collection, findCollection, openCollection } from './collection.js';
import type { Database } from './database.js';
import { findPage } from './page-rows.js';
import { getChunks } from './read-chunks.js';
import { deleteSource, pruneChunks, touchPage } from './remove-chunks.js';
import { searchDense } from './search-dense.js';
import { searchLexical } from './search-lexical.js';
import { countAll, describeSource, listSources } from './source-rows.js';
import type { StoreOperations } from './store-operations.js';
import { upsertChunks } from './upsert-chunks.js';

const clampLimit = (limit: number) => Math.min(1000, Math.max(1, Math.floor(limit)));

/**
 * The store's operations over one connection. The alias is looked up each time, so that a switch by another process
 * counts at once. Before the collection is made, searches find nothing and writes are refused.
 */
export function createOperations(database: Database, alias: string): StoreOperations {
  // On one snapshot: N, document counts and postings of a score must be of the same moment.
  const read = <T>(empty: T, work: (collection: Collection) => T): T =>
    database.read(() => {
      const collection = findCollection(database, alias);
      return collection ? work(collection) : empty;
    });
  const written = (): Collection => {
    const collection = findCollection(database, alias);
    if (!collection) throw new PermanentError('collection_missing', 'the collection has not been made yet');
    return collection;
  };
  return {
    open(spec) {
      const { name, embedder, dimensions } = openCollection(database, alias, spec);
      return { name, alias, embedder, dimensions };
    },
    check() {
      const version = database.get<{ version: string }>('SELECT sqlite_version() AS version')?.version;
      const chunks = read(0, (collection) => collection.chunks);
      return { detail: `SQLite ${version}, ${chunks} chunks` };
    },
    upsert(chunks) {
      const collection = written();
      checkUpserts(chunks, collection);
      upsertChunks(database, collection, chunks);
    },
    prune: (page) => pruneChunks(database, written(), page),
    touch: (page) => touchPage(database, written(), page),
    deleteSource: (source) => deleteSource(database, written(), source),
    dense: (vector, filter, limit) =>
      read([], (collection) => {
        if (collection.dimensions === null) return [];
        checkVector(vector, collection.dimensions);
        return searchDense(database, collection, vector, filter, clampLimit(limit));
      }),
    lexical: (terms, filter, limit) =>
      read([], (collection) => searchLexical(database, collection, terms, filter, clampLimit(limit))),
    get: (namespace, ids) => read([], (collection) => getChunks(database, collection, namespace, ids)),
    page: (namespace, url) => read(null, (collection) => findPage(database, collection, namespace, url)),
    list: (namespace, page) =>
      read([], (collection) =>
        listSources(database, collection, namespace, { ...page, limit: clampLimit(page.limit) }),
      ),
    describe: (namespace, source) => describeSource(database, written(), namespace, source),
    counts: (namespace) =>
      read({ chunks: 0, pages: 0, sources: 0 }, (collection) => countAll(database, collection, namespace)),
  };
}
