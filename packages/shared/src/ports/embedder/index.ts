export { type CreateEmbedderOptions, createEmbedder } from './create-embedder.js';
export type { Embedder, EmbeddingResult } from './embedder.js';
