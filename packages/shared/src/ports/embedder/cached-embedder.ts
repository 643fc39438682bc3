import type { Pacer } from '../../gateway/pacer.js';
import { embedBatches } from './embed-batches.js';
import type { Embedder } from './embedder.js';
import type { EmbeddingCache } from './embedding-cache.js';

/** Retrieval tries again itself, once, and then narrows to lexical: two who try again would multiply. */
const queryRetry = { attempts: 1 };

/**
 * An embedder for queries that pays for a text once: vectors are kept in the cache before they are used. Takes any
 * number of texts; throws as the embedder does, and DependencyUnavailableError when the cache is away.
 */
export function createCachedEmbedder(
  embedder: Embedder,
  parts: { cache: EmbeddingCache; pacer: Pacer },
): Embedder {
  return {
    id: embedder.id,
    dimensions: embedder.dimensions,
    maxBatch: embedder.maxBatch,
    check: (options) => embedder.check(options),
    async embed(texts, { signal, purpose }) {
      const { cache, pacer } = parts;
      const embedded = await embedBatches({
        embedder,
        texts,
        cache,
        signal,
        purpose,
        retry: queryRetry,
        pace: pacer.take,
      });
      return embedded.results;
    },
  };
}
