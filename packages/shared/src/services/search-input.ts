import { domainToASCII } from 'node:url';
import { z } from 'zod';
import { namespaceSchema } from '../access/api-key.js';
import type { Config } from '../config/config.js';
import { InvalidInputError } from '../errors/app-error.js';
import { fieldFaults } from '../errors/field-faults.js';
import { embeddingProviderOf } from '../knowledge/embedding-provider-of.js';
import type { SearchRequest } from '../records/search-request.js';

/** A lone surrogate is no text and breaks every store it reaches; NUL likewise. */
export const cleanText = z
  .string()
  .refine((value) => value.isWellFormed(), 'must be well-formed Unicode (a surrogate stands alone)')
  .refine((value) => !value.includes('\0'), 'must not contain NUL');

const maxMetadataBytes = 4_096;
const threshold = z.number().min(0).max(1);
const domain = cleanText
  .transform((value) => value.trim().toLowerCase().replace(/^\*\./, '').replace(/\.$/, ''))
  .pipe(
    z
      .string()
      .regex(
        /^[a-z0-9\u0080-\uffff]([a-z0-9.\u0080-\uffff-]*[a-z0-9\u0080-\uffff])?(:\d{1,5})?$/,
        'must be a host name like example.org',
      )
      .max(253),
  )
  // Sources are named as URLs spell their hosts.
  .transform((value) => value.replace(/^[^:]+/, (host) => domainToASCII(host)))
  .refine((value) => value !== '' && !value.startsWith(':'), 'must be a host name like example.org');

const budgetInput = z.strictObject({
  max_pages: z.int().min(0).max(100_000).nullable().optional(),
  max_llm_tokens: z.int().min(0).max(1_000_000_000).nullable().optional(),
  max_cost_usd: z.number().min(0).max(1_000_000).nullable().optional(),
  max_seconds: z.number().min(1).max(86_400).optional(),
});

/** The body of `POST /v1/searches`; what is left out takes the configured value. */
export const searchInputSchema = z.strictObject({
  query: cleanText
    .transform((value) => value.trim())
    .pipe(z.string().min(1, 'must not be empty').max(2_000, 'must be at most 2,000 characters')),
  completeness_threshold: threshold.optional(),
  max_iterations: z.int().min(0).max(10).optional(),
  max_urls_per_iteration: z.int().min(1).max(20).optional(),
  url_score_threshold: threshold.optional(),
  use_search_hints: z.boolean().optional(),
  strategy: z.enum(['semantic', 'hybrid', 'multi_query', 'decomposed']).optional(),
  include_domains: z.array(domain).max(100).optional(),
  exclude_domains: z.array(domain).max(100).optional(),
  max_age_seconds: z.int().min(0).max(315_360_000).nullable().optional(),
  budget: budgetInput.optional(),
  answer: z.boolean().optional(),
  priority: z.enum(['interactive', 'batch']).optional(),
  namespace: namespaceSchema.optional(),
  /** Webhooks come with a later version; a value is refused as `not_available`. */
  webhook_url: z.string().nullable().optional(),
  metadata: z
    .record(cleanText, z.json())
    .refine(
      (value) => Buffer.byteLength(JSON.stringify(value)) <= maxMetadataBytes,
      'must be at most 4 KB of JSON',
    )
    .optional(),
});
export type SearchInput = z.infer<typeof searchInputSchema>;

/** Longest a search runs when its budget does not say. */
const DEFAULT_MAX_SECONDS = 300;

/** Models that a search may have to pay for. */
function paidModels(config: Config): string[] {
  const { openaiApiKey, openaiBaseUrl, model, embeddingModel } = config.models;
  const hasLlm = openaiApiKey !== null || openaiBaseUrl !== null;
  return [...(hasLlm ? [model] : []), ...(embeddingProviderOf(config) === 'openai' ? [embeddingModel] : [])];
}

/**
 * Resolves a search's input against the configuration; an explicit 0 is a value. Throws InvalidInputError:
 * `invalid_fields`, `not_available` (a feature of a later version) or `price_unknown` (a cost limit on a model without
 * a price).
 */
export function resolveSearchInput(raw: unknown, config: Config, namespace: string): SearchRequest {
  const parsed = searchInputSchema.safeParse(raw);
  if (!parsed.success)
    throw new InvalidInputError(
      'invalid_fields',
      'the request has invalid fields',
      fieldFaults(parsed.error),
    );
  const input = parsed.data;
  if (input.webhook_url !== undefined && input.webhook_url !== null) {
    const message = 'webhooks are not available in this version';
    throw new InvalidInputError('not_available', message, [{ path: 'webhook_url', message }]);
  }
  const defaults = config.searchLoop;
  const maxCost = input.budget?.max_cost_usd ?? null;
  const unpriced = paidModels(config).find((model) => !Object.hasOwn(config.models.prices, model));
  if (maxCost !== null && unpriced !== undefined) {
    const message = `the model ${unpriced} has no price; set MODEL_PRICES`;
    throw new InvalidInputError('price_unknown', message, [{ path: 'budget.max_cost_usd', message }]);
  }
  return {
    query: input.query,
    completeness_threshold: input.completeness_threshold ?? defaults.completenessThreshold,
    max_iterations: input.max_iterations ?? defaults.maxIterations,
    max_urls_per_iteration: input.max_urls_per_iteration ?? defaults.maxUrlsPerIteration,
    url_score_threshold: input.url_score_threshold ?? defaults.urlScoreThreshold,
    use_search_hints: input.use_search_hints ?? defaults.useSearchHints,
    strategy: input.strategy ?? 'hybrid',
    include_domains: input.include_domains ?? [],
    exclude_domains: input.exclude_domains ?? [],
    max_age_seconds: input.max_age_seconds ?? null,
    budget: {
      max_pages: input.budget?.max_pages ?? null,
      max_llm_tokens: input.budget?.max_llm_tokens ?? null,
      max_cost_usd: maxCost,
      max_seconds: input.budget?.max_seconds ?? DEFAULT_MAX_SECONDS,
    },
    answer: input.answer ?? true,
    priority: input.priority ?? 'interactive',
    namespace,
    metadata: input.metadata ?? {},
  };
}
