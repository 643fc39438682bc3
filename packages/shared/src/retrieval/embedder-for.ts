import type { Embedder } from '../ports/embedder/embedder.js';
import type { CollectionInfo } from '../ports/vector-store/vector-store.js';

/**
 * The embedder when it is the one the collection was made with, else null: vectors of different embedders never
 * meet, and a search in such a collection is lexical and says so.
 */
export function embedderFor(
  collection: Pick<CollectionInfo, 'embedder' | 'dimensions'>,
  embedder: Embedder | null,
): Embedder | null {
  if (embedder === null || collection.embedder !== embedder.id) return null;
  return collection.dimensions === embedder.dimensions ? embedder : null;
}
