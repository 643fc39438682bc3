import { fieldConditions } from './matches-filter.js';
import { neededIndex } from './payload-index.js';
import { badRequest, Refusal } from './refusal.js';
import type { Filter, StrictModeConfig } from './request-schemas.js';

/** Refuses what a collection's strict mode forbids a read. */
export function checkStrictMode(
  config: StrictModeConfig,
  indexes: ReadonlyMap<string, unknown>,
  { limit, filter }: { limit?: number | undefined; filter?: Filter | undefined },
): void {
  if (!config.enabled) return;
  const { max_query_limit, unindexed_filtering_retrieve } = config;
  if (limit !== undefined && max_query_limit !== undefined && limit > max_query_limit) {
    throw badRequest(
      `Limit exceeded ${limit} > ${max_query_limit} for "limit". Help: Reduce the "limit" parameter to or below ${max_query_limit}.`,
    );
  }
  if (unindexed_filtering_retrieve !== false) return;
  const missing = fieldConditions(filter).find(({ key }) => !indexes.has(key));
  if (missing) {
    throw badRequest(
      `Index required but not found for "${missing.key}" of one of the following types: [${neededIndex(missing)}]. Help: Create an index for this key or use a different filter.`,
    );
  }
}

/** Lets through so many reads a minute: a bucket of that size that fills evenly. */
export class ReadRateLimit {
  readonly #perMinute: number;
  readonly #now: () => number;
  #tokens: number;
  #filledAt: number;

  constructor(perMinute: number, now: () => number) {
    this.#perMinute = perMinute;
    this.#now = now;
    this.#tokens = perMinute;
    this.#filledAt = now();
  }

  take(): void {
    const now = this.#now();
    this.#tokens = Math.min(
      this.#perMinute,
      this.#tokens + ((now - this.#filledAt) / 60_000) * this.#perMinute,
    );
    this.#filledAt = now;
    if (this.#tokens >= 1) {
      this.#tokens -= 1;
      return;
    }
    const seconds = Math.ceil(((1 - this.#tokens) / this.#perMinute) * 60);
    throw new Refusal(
      429,
      `Rate limiting exceeded: Read rate limit exceeded: Operation requires 1 tokens but only ${this.#tokens.toFixed(1)} were available. Retry after ${seconds}s`,
      { 'retry-after': String(seconds) },
    );
  }
}
