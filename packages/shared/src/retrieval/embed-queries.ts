import { setTimeout as delay } from 'node:timers/promises';
import { AbortedError, AppError, RetryableError } from '../errors/app-error.js';
import type { Embedder, EmbeddingResult } from '../ports/embedder/embedder.js';

const RETRY_AFTER_MS = 200;
/** A search does not wait longer for its vectors; it goes on without them. */
const LONGEST_WAIT_MS = 2000;

async function embedAll(embedder: Embedder, texts: readonly string[], signal: AbortSignal) {
  const results: EmbeddingResult[] = [];
  for (let from = 0; from < texts.length; from += embedder.maxBatch) {
    const batch = texts.slice(from, from + embedder.maxBatch);
    results.push(...(await embedder.embed(batch, { signal, purpose: 'query' })));
  }
  return results;
}

async function embedWithRetry(embedder: Embedder, texts: readonly string[], signal: AbortSignal) {
  try {
    return await embedAll(embedder, texts, signal);
  } catch (thrown) {
    if (!(thrown instanceof RetryableError)) throw thrown;
    const wait = thrown.retryAfterMs ?? RETRY_AFTER_MS;
    if (wait > LONGEST_WAIT_MS) throw thrown;
    await delay(wait, undefined, { signal }).catch(() => {
      throw new AbortedError('aborted', 'the search was aborted');
    });
    return embedAll(embedder, texts, signal);
  }
}

/**
 * Vectors of the queries, in order, and the tokens they cost, or why there are none: a search without vectors is narrower, not broken. A
 * passing failure is tried once more. Throws AbortedError, and what is no AppError.
 */
export async function embedQueries(
  embedder: Embedder,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<{ vectors: Float32Array[]; tokens: number } | { failure: { code: string; detail: string } }> {
  try {
    const results = await embedWithRetry(embedder, texts, signal);
    const vectors: Float32Array[] = [];
    let tokens = 0;
    for (const result of results) {
      if (!result.ok) return { failure: { code: result.code, detail: result.detail } };
      vectors.push(result.vector);
      tokens += result.tokens;
    }
    return { vectors, tokens };
  } catch (thrown) {
    if (thrown instanceof AbortedError || !(thrown instanceof AppError)) throw thrown;
    return { failure: { code: thrown.code, detail: thrown.detail } };
  }
}
