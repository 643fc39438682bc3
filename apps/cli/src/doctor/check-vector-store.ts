import { join } from 'node:path';
import type { Config } from '@agentic-search/shared/config';
import { createVectorStore } from '@agentic-search/shared/ports/vector-store';
import { type Finding, reasonOf } from './finding.js';

/** Checks the vector store: the Qdrant of QDRANT_URL, else the file in DATA_DIR. */
export async function checkVectorStore(config: Config, signal: AbortSignal): Promise<Finding> {
  const name = 'vector store';
  const { qdrantUrl, qdrantApiKey, collection, dataDir } = config.services;
  try {
    const store = await createVectorStore({
      qdrantUrl,
      qdrantApiKey,
      alias: collection,
      sqliteFile: join(dataDir, 'knowledge.sqlite'),
    });
    try {
      return { name, state: 'ok', seen: (await store.check({ signal })).detail, advice: null };
    } finally {
      await store.close();
    }
  } catch (error) {
    const advice =
      qdrantUrl === null
        ? 'make DATA_DIR writable, or set QDRANT_URL'
        : 'start Qdrant, correct QDRANT_URL or QDRANT_API_KEY, or unset it for a file in DATA_DIR';
    return { name, state: 'failed', seen: reasonOf(error), advice };
  }
}
