import { PermanentError } from '../../../errors/app-error.js';
import type { CollectionInfo, CollectionSpec } from '../vector-store.js';
import { findCollection, openCollection } from './collection.js';
import type { QdrantConnection } from './connection.js';

/** The collection behind the alias as this process knows it. */
export interface OpenedCollection {
  open(spec: CollectionSpec, signal: AbortSignal): Promise<CollectionInfo>;
  /** Gives what is open; looks the alias up when nothing is. Throws `vector_store_collection_missing`. */
  current(signal: AbortSignal): Promise<CollectionInfo>;
  /** Runs `work`; what is known is forgotten when the server refuses the length of a vector (the alias moved). */
  during<T>(work: () => Promise<T>): Promise<T>;
}

/** Gives an alias's collection, not looked up yet. */
export function openedCollection(connection: QdrantConnection, alias: string): OpenedCollection {
  let known: CollectionInfo | null = null;
  return {
    async open(spec, signal) {
      known = await openCollection(connection, alias, spec, signal);
      return known;
    },
    async current(signal) {
      connection.guard(signal);
      known ??= await findCollection(connection, alias, signal);
      if (known) return known;
      throw new PermanentError(
        'vector_store_collection_missing',
        'the collection is not in the vector store',
      );
    },
    async during(work) {
      try {
        return await work();
      } catch (thrown) {
        if (thrown instanceof PermanentError && thrown.code === 'wrong_dimensions') known = null;
        throw thrown;
      }
    },
  };
}
