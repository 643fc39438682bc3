export type { Embedder, EmbeddingResult } from './embedder.js';
