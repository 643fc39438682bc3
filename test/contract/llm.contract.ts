import { AbortedError, PermanentError, RetryableError } from '@agentic-search/shared/errors';
import type { Llm, LlmRequest } from '@agentic-search/shared/ports/llm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type LlmDouble, type LlmDoubleAnswer, startLlmDouble } from '../support/llm-double/llm-double.js';

const signal = new AbortController().signal;
const question: LlmRequest = {
  messages: [{ role: 'user', content: 'Is the sky blue?' }],
  maxOutputTokens: 50,
  temperature: 0.3,
};

/** What every adapter of the Llm port does, whatever server is behind it. */
export function llmContract(
  name: string,
  create: (server: { baseUrl: string; timeoutMs: number }) => Llm,
): void {
  describe(`Llm contract: ${name}`, () => {
    let double: LlmDouble;
    let llm: Llm;

    beforeEach(async () => {
      double = await startLlmDouble();
      llm = create({ baseUrl: double.baseUrl, timeoutMs: 5_000 });
    });
    afterEach(() => double.close());

    const ask = async (answer: LlmDoubleAnswer): Promise<unknown> => {
      double.answerNext(answer);
      return llm.complete(question, { signal }).catch((error: unknown) => error);
    };

    it('gives the reply, the tokens the server counted and how it ended', async () => {
      const usage = { prompt_tokens: 12, completion_tokens: 3 };
      expect(await ask({ kind: 'reply', content: 'Yes, it is.', usage })).toEqual({
        text: 'Yes, it is.',
        usage: { inputTokens: 12, outputTokens: 3 },
        finishReason: 'stop',
      });
    });

    it('gives no usage where the server counted none', async () => {
      expect(await ask({ kind: 'reply', content: 'Yes', usage: null })).toMatchObject({
        text: 'Yes',
        usage: null,
      });
    });

    it('says when a reply was cut off', async () => {
      expect(await ask({ kind: 'reply', content: 'Ye', finishReason: 'length' })).toMatchObject({
        finishReason: 'length',
      });
    });

    it('strips thoughts', async () => {
      expect(await ask({ kind: 'reply', content: '<think>hm\n</think>\n\nYes' })).toMatchObject({
        text: 'Yes',
      });
    });

    it.each([
      ['null', null],
      ['blank', ' \n'],
      ['nothing but thoughts', '<think>for ever and'],
    ])('refuses an empty reply: %s', async (_, content) => {
      const error = await ask({ kind: 'reply', content });
      expect(error).toBeInstanceOf(RetryableError);
      expect(error).toMatchObject({ code: 'llm_empty_reply' });
    });

    it.each([
      [429, 'llm_rate_limited'],
      [500, 'llm_unavailable'],
      [502, 'llm_unavailable'],
      [503, 'llm_unavailable'],
      [504, 'llm_timeout'],
    ])('HTTP %i is worth another try: %s', async (status, code) => {
      const error = await ask({ kind: 'answer', status, headers: { 'retry-after': '3' }, body: 'busy' });
      expect(error).toBeInstanceOf(RetryableError);
      expect(error).toMatchObject({ code, retryAfterMs: 3_000 });
    });

    it.each([
      [400, 'llm_bad_request'],
      [401, 'llm_unauthorized'],
      [403, 'llm_unauthorized'],
      [404, 'llm_bad_request'],
    ])('HTTP %i is final: %s', async (status, code) => {
      const error = await ask({ kind: 'answer', status, body: { error: { message: 'no', code: status } } });
      expect(error).toBeInstanceOf(PermanentError);
      expect(error).toMatchObject({ code });
    });

    it('tells a prompt that is too long from other mistakes', async () => {
      const error = { message: 'too long', type: 'invalid_request_error', code: 'context_length_exceeded' };
      expect(await ask({ kind: 'answer', status: 400, body: { error } })).toMatchObject({
        code: 'llm_context_too_long',
      });
    });

    it('calls a lost connection unavailable', async () => {
      expect(await ask({ kind: 'disconnect' })).toMatchObject({ code: 'llm_unavailable' });
      await double.close();
      expect(await llm.complete(question, { signal }).catch((error: unknown) => error)).toMatchObject({
        code: 'llm_unavailable',
      });
    });

    it.each(['hang', 'stall'] as const)('ends a server that does not finish: %s', async (kind) => {
      llm = create({ baseUrl: double.baseUrl, timeoutMs: 150 });
      const error = await ask({ kind });
      expect(error).toBeInstanceOf(RetryableError);
      expect(error).toMatchObject({ code: 'llm_timeout' });
    });

    it('ends at once when the signal fires, before and during the call', async () => {
      const controller = new AbortController();
      double.hold();
      const call = llm.complete(question, { signal: controller.signal }).catch((error: unknown) => error);
      await double.waitForRequest();
      controller.abort();
      expect(await call).toBeInstanceOf(AbortedError);
      await expect(llm.complete(question, { signal: controller.signal })).rejects.toBeInstanceOf(
        AbortedError,
      );
      expect(double.count()).toBe(1);
    });

    it('makes one request a call, whatever came of it', async () => {
      await ask({ kind: 'answer', status: 503, body: '' });
      await ask({ kind: 'answer', status: 400, body: { error: { message: 'no' } } });
      await ask({ kind: 'reply', content: 'fine' });
      expect(double.count()).toBe(3);
    });

    it('asks for the form of the reply and passes it on as it came', async () => {
      const schema = { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] };
      const reply = await llm.complete({ ...question, output: { name: 'verdict', schema } }, { signal });
      expect(JSON.parse(reply.text)).toEqual({ ok: false });
      expect(double.requests[0]).toMatchObject({ task: 'verdict', schema });
    });

    it('shows that the server answers, or how it does not', async () => {
      expect((await llm.check({ signal })).detail).toContain('double');
      await double.close();
      await expect(llm.check({ signal })).rejects.toMatchObject({ code: 'llm_unavailable' });
    });

    it('never shows an address or the server’s words to users', async () => {
      const body = { error: { message: 'key sk-secret at http://10.0.0.1/internal', type: 'server_error' } };
      const error = await ask({ kind: 'answer', status: 500, body });
      expect(String((error as RetryableError).detail)).not.toMatch(/sk-secret|http:|127\.0\.0\.1|10\.0/);
    });
  });
}
