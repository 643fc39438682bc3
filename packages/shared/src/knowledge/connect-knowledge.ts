import { join } from 'node:path';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import type { Config } from '../config/config.js';
import { createPacer, type Pacer } from '../gateway/pacer.js';
import { createCachedEmbedder } from '../ports/embedder/cached-embedder.js';
import { createEmbedder } from '../ports/embedder/create-embedder.js';
import type { Embedder } from '../ports/embedder/embedder.js';
import { createEmbeddingCache, type EmbeddingCache } from '../ports/embedder/embedding-cache.js';
import { createVectorStore } from '../ports/vector-store/create-vector-store.js';
import type { CollectionInfo, VectorStore } from '../ports/vector-store/vector-store.js';
import { embedderFor } from '../retrieval/embedder-for.js';
import { embeddingProviderOf } from './embedding-provider-of.js';

/** The knowledge base as a process uses it. */
export interface Knowledge {
  store: VectorStore;
  collection: CollectionInfo;
  /** Embeds passages; null where the collection is lexical or belongs to another embedder. */
  embedder: Embedder | null;
  /** The same embedder for queries, each text paid for once. */
  queryEmbedder: Embedder | null;
  embeddings: EmbeddingCache;
  /** Paces embedding requests over the whole cluster. */
  pacer: Pacer;
}

function configuredEmbedder(config: Config): Promise<Embedder | null> {
  const { models } = config;
  return createEmbedder({
    provider: embeddingProviderOf(config),
    apiKey: models.embeddingApiKey ?? models.openaiApiKey,
    baseUrl: models.embeddingBaseUrl ?? models.openaiBaseUrl,
    model: models.embeddingModel,
    dimensions: models.embeddingDimensions,
  });
}

/** The vector store that the configuration names, neither connected nor opened. Who calls this closes it. */
export function createKnowledgeStore(config: Config): Promise<VectorStore> {
  const { services } = config;
  return createVectorStore({
    qdrantUrl: services.qdrantUrl,
    qdrantApiKey: services.qdrantApiKey,
    alias: services.collection,
    sqliteFile: join(services.dataDir, 'knowledge.sqlite'),
  });
}

/**
 * Opens the vector store and the embedder that the configuration names. What the collection is made of was decided
 * when it was made: an embedder that does not fit it is not used, and the log says so. Who calls this closes the
 * store; one that is given stays open when this throws. Throws DependencyUnavailableError when the store is away,
 * RetryableError when an embedder has to be asked for its dimensions and is away, InvalidInputError for settings that
 * cannot be used.
 */
export async function connectKnowledge(
  config: Config,
  parts: { redis: Redis; logger: Logger; signal: AbortSignal; store?: VectorStore },
): Promise<Knowledge> {
  const { services, models, crawling } = config;
  const prefix = services.redisKeyPrefix;
  const configured = await configuredEmbedder(config);
  const store = parts.store ?? (await createKnowledgeStore(config));
  const spec = { embedder: configured?.id ?? null, dimensions: configured?.dimensions ?? null };
  const collection = await store.open(spec, { signal: parts.signal }).catch(async (error: unknown) => {
    if (!parts.store) await store.close();
    throw error;
  });
  if (spec.embedder !== collection.embedder) {
    parts.logger.warn(
      { configured: spec.embedder, collection: collection.embedder },
      'the collection was made for another embedder: retrieval is lexical',
    );
  }
  const embeddings = createEmbeddingCache({
    redis: parts.redis,
    prefix,
    ttlSeconds: crawling.pageTtlSeconds,
  });
  const pacer = createPacer(parts.redis, {
    prefix,
    name: 'embeddings',
    requestsPerMinute: models.llmRequestsPerMinute,
    tokensPerMinute: models.llmTokensPerMinute,
  });
  const embedder = embedderFor(collection, configured);
  const queryEmbedder = embedder && createCachedEmbedder(embedder, { cache: embeddings, pacer });
  return { store, collection, embedder, queryEmbedder, embeddings, pacer };
}
