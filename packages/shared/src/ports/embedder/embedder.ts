/** What became of one text: its vector (`dimensions` long, finite numbers) or why there is none. */
export type EmbeddingResult =
  | { ok: true; vector: Float32Array; tokens: number }
  | { ok: false; code: 'text_too_long' | 'text_refused'; detail: string };

/**
 * Turns texts into vectors. The caller owes at most `maxBatch` texts a call and none of them empty; it owns
 * retries, pacing and the cache. The answer has one result per text, in order; one bad text never loses its
 * neighbours (an adapter whose server refuses the whole batch asks again one by one).
 *
 * `embed` throws RetryableError (`embedder_rate_limited`, `embedder_unavailable`, `embedder_timeout`),
 * PermanentError (`embedder_unauthorized`, `embedder_bad_reply`, `embedder_wrong_dimensions`) or AbortedError.
 */
export interface Embedder {
  /** Identifies the vector space: provider, model and dimensions. Vectors of different ids never meet. */
  readonly id: string;
  readonly dimensions: number;
  /** Largest number of texts in one call. */
  readonly maxBatch: number;
  embed(
    texts: readonly string[],
    options: { signal: AbortSignal; purpose: 'query' | 'passage' },
  ): Promise<EmbeddingResult[]>;
  /** One cheap request that shows the server answers; throws as `embed` does. */
  check(options: { signal: AbortSignal }): Promise<{ detail: string }>;
}
