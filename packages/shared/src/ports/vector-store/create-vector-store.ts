import type { VectorStore } from './vector-store.js';

/** What decides where the knowledge base is kept. */
export interface CreateVectorStoreOptions {
  /** Address of a Qdrant server (`QDRANT_URL`), or null for the file. */
  qdrantUrl: string | null;
  qdrantApiKey: string | null;
  /** The SQLite file, used without a Qdrant. */
  sqliteFile: string;
  /** Name the collections stand behind (`QDRANT_COLLECTION`). */
  alias: string;
}

/**
 * Gives the vector store the configuration names: Qdrant with an address, else one SQLite file on this machine.
 * Only the code of the chosen one is loaded; nothing is opened before the first call. Who calls this closes it.
 */
export async function createVectorStore(options: CreateVectorStoreOptions): Promise<VectorStore> {
  const { qdrantUrl, qdrantApiKey, sqliteFile, alias } = options;
  if (qdrantUrl) {
    const { createQdrantVectorStore } = await import('./qdrant/create-qdrant-vector-store.js');
    return createQdrantVectorStore({ url: qdrantUrl, apiKey: qdrantApiKey, alias });
  }
  const { createSqliteVectorStore } = await import('./sqlite/create-sqlite-vector-store.js');
  return createSqliteVectorStore({ file: sqliteFile, alias });
}
