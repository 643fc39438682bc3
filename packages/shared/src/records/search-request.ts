import { z } from 'zod';

const threshold = z.number().min(0).max(1);

/** Limits of one search; what is null is unlimited. */
export const budgetSchema = z.object({
  max_pages: z.int().min(0).max(100_000).nullable(),
  max_llm_tokens: z.int().min(0).max(1_000_000_000).nullable(),
  max_cost_usd: z.number().min(0).max(1_000_000).nullable(),
  /** From the first start or the latest retry. */
  max_seconds: z.number().min(1).max(86_400),
});
export type Budget = z.infer<typeof budgetSchema>;

/** A search as it was asked for, every field resolved against the configuration. */
export const searchRequestSchema = z.object({
  query: z.string().min(1).max(2_000),
  completeness_threshold: threshold,
  max_iterations: z.int().min(0).max(10),
  max_urls_per_iteration: z.int().min(1).max(20),
  url_score_threshold: threshold,
  use_search_hints: z.boolean(),
  strategy: z.enum(['semantic', 'hybrid', 'multi_query', 'decomposed']),
  include_domains: z.array(z.string().min(1).max(253)).max(100),
  exclude_domains: z.array(z.string().min(1).max(253)).max(100),
  /** null = PAGE_MAX_AGE_SECONDS, 0 = always revalidate. */
  max_age_seconds: z.int().min(0).nullable(),
  budget: budgetSchema,
  answer: z.boolean(),
  priority: z.enum(['interactive', 'batch']),
  namespace: z.string().min(1).max(64),
  metadata: z.record(z.string(), z.unknown()),
});
export type SearchRequest = z.infer<typeof searchRequestSchema>;
