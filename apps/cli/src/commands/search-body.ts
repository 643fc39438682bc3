import { CommandError, exitCode } from '../exit-code.js';

/** The options of `search` as commander gives them. */
export interface SearchOptions {
  url?: string;
  json?: boolean;
  threshold?: number;
  maxIterations?: number;
  maxUrlsPerIteration?: number;
  urlScoreThreshold?: number;
  useSearchHints?: boolean;
  strategy?: string;
  includeDomains?: string[];
  excludeDomains?: string[];
  maxAgeSeconds?: number;
  budgetPages?: number;
  budgetLlmTokens?: number;
  budgetUsd?: number;
  budgetSeconds?: number;
  /** True unless `--no-answer`. */
  answer: boolean;
  priority?: string;
  namespace?: string;
  metadata?: string;
  idempotencyKey?: string;
}

/** Gives the body of `POST /v1/searches` with only what was asked for: the rest is the server's to decide. */
export function searchBody(question: string, options: SearchOptions): Record<string, unknown> {
  const budget = withoutUndefined({
    max_pages: options.budgetPages,
    max_llm_tokens: options.budgetLlmTokens,
    max_cost_usd: options.budgetUsd,
    max_seconds: options.budgetSeconds,
  });
  return withoutUndefined({
    query: question,
    completeness_threshold: options.threshold,
    max_iterations: options.maxIterations,
    max_urls_per_iteration: options.maxUrlsPerIteration,
    url_score_threshold: options.urlScoreThreshold,
    use_search_hints: options.useSearchHints,
    strategy: options.strategy,
    include_domains: options.includeDomains,
    exclude_domains: options.excludeDomains,
    max_age_seconds: options.maxAgeSeconds,
    budget: Object.keys(budget).length === 0 ? undefined : budget,
    answer: options.answer ? undefined : false,
    priority: options.priority,
    namespace: options.namespace,
    metadata: options.metadata === undefined ? undefined : parsedMetadata(options.metadata),
  });
}

function withoutUndefined(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

function parsedMetadata(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new CommandError('--metadata must be a JSON object', exitCode.wrongUsage, { cause });
  }
}
