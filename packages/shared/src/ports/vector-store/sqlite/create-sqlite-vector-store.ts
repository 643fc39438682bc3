import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { VectorStore } from '../vector-store.js';
import { createStoreThread } from './thread-client.js';

/** How the SQLite store is made. */
export interface SqliteVectorStoreOptions {
  /** The database file; made with its folder when it is not there. */
  file: string;
  /** Name the collections stand behind, e.g. `knowledge`. */
  alias: string;
  /** How long a write waits for another process's write before it tries again, in ms. Default 5,000. */
  busyTimeoutMs?: number;
  /** After this long without a call the store's thread ends, in ms; the next call starts it again. Default 15,000. */
  idleMs?: number;
}

/**
 * A vector store in one SQLite file, shared by any number of processes on this machine. SQLite blocks, so it runs in
 * a worker thread of its own. Vectors are compared exactly (sqlite-vec); the term index is kept in packed blocks, so
 * that lexical scores are exact as well.
 */
export function createSqliteVectorStore(options: SqliteVectorStoreOptions): VectorStore {
  mkdirSync(dirname(options.file), { recursive: true });
  const { file, alias, busyTimeoutMs = 5000, idleMs = 15_000 } = options;
  const thread = createStoreThread({ file, alias, busyTimeoutMs }, idleMs);
  return {
    kind: 'sqlite',
    open: (spec, { signal }) => thread.run('open', [spec], signal),
    check: ({ signal }) => thread.run('check', [], signal),
    close: () => thread.close(),
    chunks: {
      upsert: (chunks, { signal }) => thread.run('upsert', [chunks], signal),
      prune: (page, { signal }) => thread.run('prune', [page], signal),
      touch: (page, { signal }) => thread.run('touch', [page], signal),
      deleteSource: (source, { signal }) => thread.run('deleteSource', [source], signal),
    },
    passages: {
      dense: (vector, filter, limit, { signal }) => thread.run('dense', [vector, filter, limit], signal),
      lexical: (terms, filter, limit, { signal }) => thread.run('lexical', [terms, filter, limit], signal),
      get: (namespace, ids, { signal }) => thread.run('get', [namespace, ids], signal),
      page: (namespace, url, { signal }) => thread.run('page', [namespace, url], signal),
    },
    sources: {
      list: (namespace, page, { signal }) => thread.run('list', [namespace, page], signal),
      describe: (namespace, source, { signal }) => thread.run('describe', [namespace, source], signal),
      counts: (namespace, { signal }) => thread.run('counts', [namespace], signal),
    },
  };
}
