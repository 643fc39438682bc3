import { z } from 'zod';
import { namespaceSchema } from '../access/api-key.js';
import { passageSchema } from '../records/evidence.js';
import { cleanText } from './search-input.js';

export const retrievalStrategySchema = z.enum(['semantic', 'hybrid', 'multi_query', 'decomposed']);
export const retrievalModeSchema = z.enum(['dense', 'lexical', 'hybrid']);

/** A source's id as callers name it. */
export const sourceIdSchema = cleanText
  .transform((value) => value.trim().toLowerCase())
  .pipe(z.string().min(1, 'must not be empty').max(300, 'must be at most 300 characters'));

/** The body of `POST /v1/kb/search`; what is left out takes its default. */
export const knowledgeSearchInputSchema = z.strictObject({
  query: cleanText
    .transform((value) => value.trim())
    .pipe(z.string().min(1, 'must not be empty').max(2_000, 'must be at most 2,000 characters')),
  /** Passages wanted. */
  limit: z.int().min(1).max(100).default(10),
  strategy: retrievalStrategySchema.default('hybrid'),
  /** Reranking comes with a later version; `true` is refused as `not_available`. */
  rerank: z.boolean().optional(),
  source_id: sourceIdSchema.optional(),
  type: z.enum(['text', 'code']).optional(),
  namespace: namespaceSchema.optional(),
});
export type KnowledgeSearchInput = z.infer<typeof knowledgeSearchInputSchema>;

/** Passages, and how they were found. */
export const knowledgeSearchResultSchema = z.object({
  results: z.array(passageSchema),
  strategy: retrievalStrategySchema,
  /** What really ran. */
  retrieval: retrievalModeSchema,
  reranked: z.boolean(),
  latency_ms: z.number().min(0),
});
export type KnowledgeSearchResult = z.infer<typeof knowledgeSearchResultSchema>;

const count = z.int().min(0);

/** What `GET /v1/kb/status` tells of a namespace's knowledge base. */
export const knowledgeStatusSchema = z.object({
  namespace: z.string(),
  counts: z.object({ chunks: count, pages: count, sources: count }),
  /** Id of the embedder, or null where retrieval is lexical. */
  embedder: z.string().nullable(),
  vector_store: z.object({
    kind: z.enum(['sqlite', 'qdrant']),
    collection: z.string(),
    dimensions: count.nullable(),
  }),
  retrieval: retrievalModeSchema,
  reranking: z.boolean(),
});
export type KnowledgeStatus = z.infer<typeof knowledgeStatusSchema>;

export const sourceSchema = z.object({
  source_id: z.string(),
  pages: count,
  chunks: count,
  words: count,
  summary: z.string(),
  last_crawled_at: z.string().nullable(),
});

export const sourcePageSchema = z.object({
  items: z.array(sourceSchema),
  next_cursor: z.string().nullable(),
});
export type SourcePage = z.infer<typeof sourcePageSchema>;

/** A source that was forgotten. */
export const forgottenSourceSchema = z.object({
  source_id: z.string(),
  namespace: z.string(),
  chunks_deleted: count,
});
export type ForgottenSource = z.infer<typeof forgottenSourceSchema>;
