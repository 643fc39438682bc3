import { setTimeout as sleep } from 'node:timers/promises';
import PQueue from 'p-queue';
import pRetry from 'p-retry';
import { AppError, RetryableError } from '../../errors/app-error.js';
import type { Embedder, EmbeddingResult } from './embedder.js';
import type { EmbeddingCache, VectorSpace } from './embedding-cache.js';

/** How one batch is tried again. Times in ms. */
export interface BatchRetry {
  /** Calls in all, the first included. */
  attempts: number;
  /** Wait before the second call; doubled each time, with jitter. */
  minDelayMs: number;
  maxDelayMs: number;
  /** A server that asks for a longer wait than this is not waited for here: its error is thrown. */
  maxRetryAfterMs: number;
}

/** What to embed, with what, and how patiently. */
export interface EmbedBatchesOptions {
  embedder: Embedder;
  texts: readonly string[];
  /** Null: nothing is kept, every text is asked for. */
  cache: EmbeddingCache | null;
  signal: AbortSignal;
  /** `passage` when left out. */
  purpose?: 'query' | 'passage';
  /** Batches in flight; 4 when left out. */
  concurrency?: number;
  retry?: Partial<BatchRetry>;
  /** Called before every request with the tokens it may cost (an estimate); resolves when it may go out. */
  pace?: (tokens: number, signal: AbortSignal) => Promise<void>;
}

/** The vectors of many texts, and what they cost. */
export interface EmbeddedTexts {
  /** One per text, in order. */
  results: EmbeddingResult[];
  /** Tokens paid for by this call; texts from the cache and repeated ones cost nothing. */
  tokens: number;
  /** Texts whose vector was in the cache. */
  fromCache: number;
}

const BATCH = 20;
/** A cautious guess for the pacing; the bill is the server's. */
const CHARACTERS_PER_TOKEN = 3;
const usualRetry: BatchRetry = { attempts: 5, minDelayMs: 500, maxDelayMs: 20_000, maxRetryAfterMs: 60_000 };
const empty: EmbeddingResult = { ok: false, code: 'text_refused', detail: 'the text is empty' };

/**
 * Turns any number of texts into vectors: in batches of 20 (or the embedder's `maxBatch`), several in flight, each
 * tried again with exponential backoff and no sooner than the server asks. A text that is there twice, or in the
 * cache, is not asked for; what was paid for is in the cache before this returns or throws. A text that the
 * embedder refuses has a result that says so and costs its neighbours nothing.
 *
 * Throws what `Embedder.embed` throws once the attempts are used up (batches in flight are waited for and kept
 * first), DependencyUnavailableError when the cache is away, the signal's reason on abort.
 */
export async function embedBatches(options: EmbedBatchesOptions): Promise<EmbeddedTexts> {
  const { embedder, texts, cache, signal } = options;
  signal.throwIfAborted();
  const space: VectorSpace = { embedder, purpose: options.purpose ?? 'passage' };
  const known = new Map<string, EmbeddingResult>();
  const wanted = [...new Set(texts)].filter((text) => text.trim() !== '');
  const kept = cache === null ? [] : await cache.get(space, wanted);
  wanted.forEach((text, index) => {
    const vector = kept[index];
    if (vector) known.set(text, { ok: true, vector, tokens: 0 });
  });
  const fromCache = texts.filter((text) => known.has(text)).length;
  const missing = wanted.filter((text) => !known.has(text));
  const tokens = await embedMissing(missing, known, space, options);
  return { results: texts.map((text) => known.get(text) ?? empty), tokens, fromCache };
}

/** Embeds, caches and enters into `known` what is missing; gives the tokens that took. */
async function embedMissing(
  missing: readonly string[],
  known: Map<string, EmbeddingResult>,
  space: VectorSpace,
  options: EmbedBatchesOptions,
): Promise<number> {
  const size = Math.min(BATCH, options.embedder.maxBatch);
  const queue = new PQueue({ concurrency: options.concurrency ?? 4 });
  let tokens = 0;
  let failure: unknown = null;
  const run = async (batch: string[]) => {
    if (failure !== null) return;
    try {
      const results = await embedOneBatch(batch, space, options);
      const paid = batch.flatMap((text, index) => {
        const result = results[index];
        return result?.ok ? [{ text, vector: result.vector }] : [];
      });
      // Kept before used: a death after this line does not pay again.
      await options.cache?.set(space, paid);
      batch.forEach((text, index) => {
        const result = results[index];
        if (result) known.set(text, result);
        tokens += result?.ok ? result.tokens : 0;
      });
    } catch (error) {
      failure ??= error;
    }
  };
  const batches = Array.from({ length: Math.ceil(missing.length / size) }, (_, index) =>
    missing.slice(index * size, (index + 1) * size),
  );
  await queue.addAll(batches.map((batch) => () => run(batch)));
  options.signal.throwIfAborted();
  if (failure !== null) throw failure;
  return tokens;
}

async function embedOneBatch(
  batch: readonly string[],
  space: VectorSpace,
  options: EmbedBatchesOptions,
): Promise<EmbeddingResult[]> {
  try {
    return await embedPatiently(batch, space, options);
  } catch (error) {
    if (!isBadReply(error) || batch.length === 1) throw error;
    return await oneByOne(batch, space, options, error);
  }
}

function isBadReply(error: unknown): boolean {
  return error instanceof AppError && error.code === 'embedder_bad_reply';
}

/** Some servers answer nonsense for all because of one text: find it, and give it up alone. */
async function oneByOne(
  batch: readonly string[],
  space: VectorSpace,
  options: EmbedBatchesOptions,
  error: unknown,
): Promise<EmbeddingResult[]> {
  const results: EmbeddingResult[] = [];
  for (const text of batch) {
    try {
      results.push(...(await embedPatiently([text], space, options)));
    } catch (alone) {
      if (!isBadReply(alone)) throw alone;
      results.push({
        ok: false,
        code: 'text_refused',
        detail: 'the server has no usable answer for this text',
      });
    }
  }
  if (results.some(({ ok }) => ok)) return results;
  throw error;
}

async function embedPatiently(
  batch: readonly string[],
  { purpose }: VectorSpace,
  { embedder, signal, pace, retry }: EmbedBatchesOptions,
): Promise<EmbeddingResult[]> {
  const { attempts, minDelayMs, maxDelayMs, maxRetryAfterMs } = { ...usualRetry, ...retry };
  const cost = Math.ceil(batch.reduce((sum, text) => sum + text.length, 0) / CHARACTERS_PER_TOKEN);
  return await pRetry(
    async () => {
      await pace?.(cost, signal);
      return await embedder.embed(batch, { signal, purpose });
    },
    {
      retries: attempts - 1,
      minTimeout: minDelayMs,
      maxTimeout: maxDelayMs,
      factor: 2,
      randomize: true,
      signal,
      shouldRetry: ({ error }) =>
        error instanceof RetryableError && (error.retryAfterMs ?? 0) <= maxRetryAfterMs,
      onFailedAttempt: async ({ error, retriesLeft }) => {
        const asked = error instanceof RetryableError ? (error.retryAfterMs ?? 0) : 0;
        if (asked > 0 && asked <= maxRetryAfterMs && retriesLeft > 0)
          await sleep(asked, undefined, { signal });
      },
    },
  );
}
