export { checkUpserts, checkVector, MAX_UPSERT_CHUNKS } from './check-vector.js';
export {
  type Chunk,
  type ChunkFilter,
  type ChunkUpsert,
  chunkSchema,
  type RankedChunk,
  type SparseVector,
} from './chunk.js';
export { countWords } from './count-words.js';
export { type CreateVectorStoreOptions, createVectorStore } from './create-vector-store.js';
export type {
  ChunkWriter,
  CollectionInfo,
  CollectionSpec,
  PassageFinder,
  Source,
  SourceCatalog,
  StoreCall,
  StoreCounts,
  StoredPage,
  VectorStore,
} from './vector-store.js';
