import { describe, expect, it } from 'vitest';
import { AbortedError, PermanentError, RetryableError } from '../../errors/app-error.js';
import { embedBatches } from './embed-batches.js';
import type { Embedder, EmbeddingResult } from './embedder.js';
import type { EmbeddingCache } from './embedding-cache.js';

const vectorOf = (text: string) => Float32Array.of(text.length, text.charCodeAt(0));
const embedded = (text: string): EmbeddingResult => ({
  ok: true,
  vector: vectorOf(text),
  tokens: text.length,
});

/** Records every call; `answer` may throw. */
function recordingEmbedder(
  answer: (texts: readonly string[], call: number) => EmbeddingResult[],
  maxBatch = 100,
) {
  const calls: string[][] = [];
  let inFlight = 0;
  let mostInFlight = 0;
  const embedder: Embedder = {
    id: 'double/2',
    dimensions: 2,
    maxBatch,
    async embed(texts) {
      calls.push([...texts]);
      inFlight += 1;
      mostInFlight = Math.max(mostInFlight, inFlight);
      await new Promise(setImmediate);
      inFlight -= 1;
      return answer(texts, calls.length);
    },
    check: async () => ({ detail: 'here' }),
  };
  return { embedder, calls, most: () => mostInFlight };
}

function memoryCache(): EmbeddingCache & { vectors: Map<string, Float32Array> } {
  const vectors = new Map<string, Float32Array>();
  return {
    vectors,
    get: async (_space, texts) => texts.map((text) => vectors.get(text) ?? null),
    set: async (_space, entries) => {
      for (const { text, vector } of entries) vectors.set(text, vector);
    },
  };
}

const { signal } = new AbortController();
const quick = { minDelayMs: 1, maxDelayMs: 2 };
const texts = (count: number) => Array.from({ length: count }, (_, index) => `text ${index}`);

describe('embedBatches', () => {
  it('sends batches of 20, several in flight, and gives vectors in order', async () => {
    const { embedder, calls, most } = recordingEmbedder((batch) => batch.map(embedded));
    const all = texts(95);
    const { results, tokens, fromCache } = await embedBatches({
      embedder,
      texts: all,
      cache: null,
      signal,
      concurrency: 3,
    });
    expect(calls.map((batch) => batch.length)).toEqual([20, 20, 20, 20, 15]);
    expect(most()).toBe(3);
    expect(results).toEqual(all.map(embedded));
    expect(tokens).toBe(all.join('').length);
    expect(fromCache).toBe(0);
  });

  it('respects a smaller maxBatch and asks for a repeated text once', async () => {
    const { embedder, calls } = recordingEmbedder((batch) => batch.map(embedded), 2);
    const { results, tokens } = await embedBatches({
      embedder,
      texts: ['a', 'b', 'a', 'c', 'a'],
      cache: null,
      signal,
    });
    expect(calls).toEqual([['a', 'b'], ['c']]);
    expect(results.map((result) => result.ok && result.vector[1])).toEqual([97, 98, 97, 99, 97]);
    expect(tokens).toBe(3);
  });

  it('never asks for an empty text', async () => {
    const { embedder, calls } = recordingEmbedder((batch) => batch.map(embedded));
    const { results } = await embedBatches({ embedder, texts: ['', ' \n', 'a'], cache: null, signal });
    expect(calls).toEqual([['a']]);
    expect(results.map(({ ok }) => ok)).toEqual([false, false, true]);
  });

  it('pays once: what is in the cache costs nothing', async () => {
    const cache = memoryCache();
    const { embedder, calls } = recordingEmbedder((batch) => batch.map(embedded));
    await embedBatches({ embedder, texts: ['a', 'b'], cache, signal });
    const again = await embedBatches({ embedder, texts: ['b', 'c', 'b'], cache, signal });
    expect(calls).toEqual([['a', 'b'], ['c']]);
    expect(again).toMatchObject({ tokens: 1, fromCache: 2 });
  });

  it('keeps what was paid for although another batch failed', async () => {
    const cache = memoryCache();
    const { embedder } = recordingEmbedder((batch) => {
      if (batch.includes('text 25')) throw new PermanentError('embedder_unauthorized', 'no');
      return batch.map(embedded);
    });
    await expect(embedBatches({ embedder, texts: texts(40), cache, signal })).rejects.toMatchObject({
      code: 'embedder_unauthorized',
    });
    expect([...cache.vectors.keys()]).toEqual(texts(20));
  });

  it('tries again with backoff, and not before the server said', async () => {
    const at: number[] = [];
    const { embedder } = recordingEmbedder((batch, call) => {
      at.push(performance.now());
      if (call === 1) throw new RetryableError('embedder_rate_limited', 'slow down', { retryAfterMs: 80 });
      if (call === 2) throw new RetryableError('embedder_unavailable', 'away');
      return batch.map(embedded);
    });
    const { results } = await embedBatches({ embedder, texts: ['a'], cache: null, signal, retry: quick });
    expect(results).toEqual([embedded('a')]);
    expect((at[1] ?? 0) - (at[0] ?? 0)).toBeGreaterThanOrEqual(79);
  });

  it('throws the last error when the attempts are used up, and at once for a wait too long', async () => {
    const away = recordingEmbedder(() => {
      throw new RetryableError('embedder_unavailable', 'away');
    });
    const failing = embedBatches({
      embedder: away.embedder,
      texts: ['a'],
      cache: null,
      signal,
      retry: { ...quick, attempts: 3 },
    });
    await expect(failing).rejects.toMatchObject({ code: 'embedder_unavailable' });
    expect(away.calls.length).toBe(3);
    const busy = recordingEmbedder(() => {
      throw new RetryableError('embedder_rate_limited', 'tomorrow', { retryAfterMs: 86_400_000 });
    });
    await expect(
      embedBatches({ embedder: busy.embedder, texts: ['a'], cache: null, signal }),
    ).rejects.toMatchObject({
      retryAfterMs: 86_400_000,
    });
    expect(busy.calls.length).toBe(1);
  });

  it('never retries what is permanent', async () => {
    const { embedder, calls } = recordingEmbedder(() => {
      throw new PermanentError('embedder_wrong_dimensions', 'no');
    });
    await expect(embedBatches({ embedder, texts: texts(3), cache: null, signal })).rejects.toThrow(
      'wrong_dimensions',
    );
    expect(calls.length).toBe(1);
  });

  it('gives up one bad text, not its 19 neighbours', async () => {
    const refused: EmbeddingResult = { ok: false, code: 'text_too_long', detail: 'too long' };
    const polite = recordingEmbedder((batch) =>
      batch.map((text) => (text === 'text 7' ? refused : embedded(text))),
    );
    const one = await embedBatches({ embedder: polite.embedder, texts: texts(20), cache: null, signal });
    expect(one.results.filter(({ ok }) => !ok)).toEqual([refused]);
    const rude = recordingEmbedder((batch) => {
      if (batch.includes('text 7')) throw new PermanentError('embedder_bad_reply', 'NaN');
      return batch.map(embedded);
    });
    const two = await embedBatches({ embedder: rude.embedder, texts: texts(20), cache: null, signal });
    expect(two.results.map(({ ok }) => ok)).toEqual(texts(20).map((text) => text !== 'text 7'));
  });

  it('throws when no text of a batch gets a usable answer: it is not the text then', async () => {
    const { embedder } = recordingEmbedder(() => {
      throw new PermanentError('embedder_bad_reply', 'HTML');
    });
    await expect(embedBatches({ embedder, texts: texts(3), cache: null, signal })).rejects.toThrow(
      'bad_reply',
    );
  });

  it('stops on abort, also while it waits for the next attempt', async () => {
    const controller = new AbortController();
    const { embedder, calls } = recordingEmbedder(() => {
      setImmediate(() => controller.abort(new AbortedError('cancelled', 'enough')));
      throw new RetryableError('embedder_rate_limited', 'wait', { retryAfterMs: 50_000 });
    });
    const run = embedBatches({
      embedder,
      texts: texts(60),
      cache: null,
      signal: controller.signal,
      concurrency: 1,
    });
    await expect(run).rejects.toMatchObject({ code: 'cancelled' });
    expect(calls.length).toBe(1);
  });

  it('asks the pacer before every request', async () => {
    const taken: number[] = [];
    const { embedder } = recordingEmbedder((batch) => batch.map(embedded));
    const pace = async (tokens: number) => void taken.push(tokens);
    await embedBatches({ embedder, texts: texts(21), cache: null, signal, pace });
    expect(taken.length).toBe(2);
    expect(taken[0]).toBeGreaterThan(taken[1] ?? 0);
  });
});
