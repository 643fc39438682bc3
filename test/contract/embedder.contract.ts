import { AbortedError, PermanentError, RetryableError } from '@agentic-search/shared/errors';
import type { Embedder } from '@agentic-search/shared/ports/embedder';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type EmbeddingDouble, startEmbeddingDouble } from '../support/embedding-double/embedding-double.js';
import type { DoubleAnswer } from '../support/http-double.js';

const options = { signal: new AbortController().signal, purpose: 'passage' } as const;

/** What every adapter of the Embedder port does, whatever server is behind it. */
export function embedderContract(
  name: string,
  create: (server: { baseUrl: string; dimensions: number; timeoutMs: number }) => Promise<Embedder>,
): void {
  describe(`Embedder contract: ${name}`, () => {
    let double: EmbeddingDouble;
    let embedder: Embedder;

    beforeEach(async () => {
      double = await startEmbeddingDouble({ dimensions: 32 });
      embedder = await create({ baseUrl: double.baseUrl, dimensions: 32, timeoutMs: 5_000 });
    });
    afterEach(() => double.close());

    const embed = (texts: string[]) => embedder.embed(texts, options);
    const fault = async (answer: DoubleAnswer): Promise<unknown> => {
      double.answerNext(answer);
      return embed(['a text']).catch((error: unknown) => error);
    };

    it('gives one vector per text, in order', async () => {
      const texts = Array.from({ length: embedder.maxBatch }, (_, index) => `text number ${index}`);
      const results = await embed(texts);
      expect(results).toHaveLength(texts.length);
      const again = await embed([texts[7] ?? '']);
      expect(results[7]).toEqual(again[0]);
      for (const result of results) {
        expect(result).toMatchObject({ ok: true });
        if (result.ok) expect(result.vector).toHaveLength(embedder.dimensions);
        if (result.ok) expect(result.tokens).toBeGreaterThan(0);
      }
    });

    it('keeps the neighbours of a text that is refused', async () => {
      double.refuse((text) => text === 'bad');
      const results = await embed(['one', 'bad', 'three']);
      expect(results.map((result) => (result.ok ? 'ok' : result.code))).toEqual(['ok', 'text_refused', 'ok']);
      expect(double.count('one')).toBe(1);
    });

    it('asks for nothing when given nothing, and refuses more than a batch', async () => {
      expect(await embed([])).toEqual([]);
      const tooMany = Array.from({ length: embedder.maxBatch + 1 }, () => 'x');
      await expect(embed(tooMany)).rejects.toBeInstanceOf(PermanentError);
      expect(double.requests.filter(({ texts }) => texts.includes('x'))).toHaveLength(0);
    });

    it.each([
      [429, 'embedder_rate_limited'],
      [503, 'embedder_unavailable'],
      [504, 'embedder_timeout'],
    ])('HTTP %i is worth another try: %s', async (status, code) => {
      const error = await fault({ kind: 'answer', status, headers: { 'retry-after': '2' }, body: 'busy' });
      expect(error).toBeInstanceOf(RetryableError);
      expect(error).toMatchObject({ code, retryAfterMs: 2_000 });
    });

    it.each([401, 403])('HTTP %i is final', async (status) => {
      const error = await fault({ kind: 'answer', status, body: { error: { message: 'no' } } });
      expect(error).toBeInstanceOf(PermanentError);
      expect(error).toMatchObject({ code: 'embedder_unauthorized' });
    });

    it('refuses vectors of another length', async () => {
      const body = { data: [{ index: 0, embedding: [1, 2, 3] }] };
      const error = await fault({ kind: 'answer', status: 200, body });
      expect(error).toMatchObject({ code: 'embedder_wrong_dimensions' });
    });

    it.each([
      ['no JSON', '<html>'],
      ['no data', {}],
      ['too few', { data: [] }],
    ])('refuses a reply without the vectors: %s', async (_, body) => {
      expect(await fault({ kind: 'answer', status: 200, body })).toMatchObject({
        code: 'embedder_bad_reply',
      });
    });

    it('ends a server that hangs, and a lost connection', async () => {
      embedder = await create({ baseUrl: double.baseUrl, dimensions: 32, timeoutMs: 150 });
      expect(await fault({ kind: 'hang' })).toMatchObject({ code: 'embedder_timeout' });
      expect(await fault({ kind: 'disconnect' })).toMatchObject({ code: 'embedder_unavailable' });
    });

    it('ends at once when the signal fires', async () => {
      const controller = new AbortController();
      double.hold(({ texts }) => texts.includes('slow'));
      const call = embedder
        .embed(['slow'], { signal: controller.signal, purpose: 'query' })
        .catch((e: unknown) => e);
      await double.waitForRequest(({ texts }) => texts.includes('slow'));
      controller.abort();
      expect(await call).toBeInstanceOf(AbortedError);
    });

    it('shows that the server answers, or how it does not', async () => {
      expect((await embedder.check(options)).detail).toContain('32');
      await double.close();
      await expect(embedder.check(options)).rejects.toMatchObject({ code: 'embedder_unavailable' });
    });

    it('places texts that share words closer than others', async () => {
      const [one, two, far] = await embed([
        'the pool size is ten',
        'what is the pool size',
        'bananas are yellow',
      ]);
      if (!one?.ok || !two?.ok || !far?.ok) throw new Error('all three are plain texts');
      expect(dot(one.vector, two.vector)).toBeGreaterThan(dot(one.vector, far.vector));
    });
  });
}

function dot(one: Float32Array, other: Float32Array): number {
  return one.reduce((sum, value, index) => sum + value * (other[index] ?? 0), 0);
}
