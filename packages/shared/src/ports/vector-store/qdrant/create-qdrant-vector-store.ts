import { z } from 'zod';
import type { VectorStore } from '../vector-store.js';
import { createChunkWriter } from './chunk-writer.js';
import { findCollection } from './collection.js';
import { connectQdrant } from './connection.js';
import { openedCollection } from './opened-collection.js';
import { createPassageFinder } from './passage-finder.js';
import { createSourceCatalog } from './source-catalog.js';

/** Where Qdrant is, and which collection. */
export interface QdrantVectorStoreOptions {
  /** http(s) address (`QDRANT_URL`); a path in it is kept as a prefix, the port is 6333 when none is named. */
  url: string;
  /** `QDRANT_API_KEY`, or null. */
  apiKey: string | null;
  /** Name the collection is known by (`QDRANT_COLLECTION`). */
  alias: string;
  /** How long one request may take, in milliseconds; 30,000 when not given. */
  timeoutMs?: number;
  /** The time, in milliseconds since 1970; only for a Retry-After that is a date. */
  now?: () => number;
}

const rootSchema = z.object({ version: z.string() }).transform(({ version }) => ({ result: version }));

/**
 * Gives the vector store of a Qdrant server (1.18, REST). Connects, and loads the client, on the first call.
 * Beyond the port's errors: PermanentError `vector_store_unauthorized` (key refused), `vector_store_refused` (the
 * server's limits forbid the request), `vector_store_collection_missing` (used before it was opened, or deleted),
 * `vector_store_foreign_collection` (the alias points to what this system did not make).
 */
export function createQdrantVectorStore(options: QdrantVectorStoreOptions): VectorStore {
  const { url, apiKey, alias, timeoutMs = 30_000, now = Date.now } = options;
  const connection = connectQdrant({ url, apiKey, timeoutMs, now });
  const collection = openedCollection(connection, alias);
  return {
    kind: 'qdrant',
    chunks: createChunkWriter(connection, collection),
    passages: createPassageFinder(connection, collection),
    sources: createSourceCatalog(connection, collection),
    open: (spec, { signal }) => collection.open(spec, signal),
    async check({ signal }) {
      const version = await connection.ask((api, init) => api.root({}, init), rootSchema, signal);
      // the root answers without a key, this does not
      const found = await findCollection(connection, alias, signal);
      return { detail: `Qdrant ${version}, ${found ? `collection ${found.name}` : 'no collection yet'}` };
    },
    close: () => connection.close(),
  };
}
