export { type CreateEmbedderOptions, createEmbedder } from './create-embedder.js';
export {
  type BatchRetry,
  type EmbedBatchesOptions,
  type EmbeddedTexts,
  embedBatches,
} from './embed-batches.js';
export type { Embedder, EmbeddingResult } from './embedder.js';
export {
  createEmbeddingCache,
  type EmbeddingCache,
  type EmbeddingCacheOptions,
  type VectorSpace,
} from './embedding-cache.js';
