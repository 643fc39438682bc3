import { createEmbedder } from '@agentic-search/shared/ports/embedder';
import { createLlm } from '@agentic-search/shared/ports/llm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type EmbeddingDouble, startEmbeddingDouble } from '../support/embedding-double/embedding-double.js';
import { type LlmDouble, startLlmDouble } from '../support/llm-double/llm-double.js';

const options = { signal: new AbortController().signal };
const passages = { ...options, purpose: 'passage' } as const;

describe('a server that takes less than everything', () => {
  let double: LlmDouble;
  beforeEach(async () => {
    double = await startLlmDouble();
  });
  afterEach(() => double.close());

  it('is asked again in the reduced form, one request a call', async () => {
    double.handle(({ body }) => {
      const refused = ['temperature', 'max_tokens', 'response_format'].find((field) => field in body);
      if (!refused) return { kind: 'reply', content: { ok: true } };
      const message = `Unsupported parameter: '${refused}' is not supported with this model.`;
      return {
        kind: 'answer',
        status: 400,
        body: { error: { message, param: refused, code: 'unsupported_parameter' } },
      };
    });
    const llm = createLlm({ apiKey: 'sk-1', baseUrl: double.baseUrl, model: 'o' });
    const output = { name: 'judge', schema: { type: 'object', properties: { ok: { type: 'boolean' } } } };
    const ask = () =>
      llm?.complete(
        { messages: [{ role: 'user', content: 'q' }], output, maxOutputTokens: 9, temperature: 0.3 },
        options,
      );
    for (let refusals = 1; refusals <= 4; refusals += 1) {
      await expect(ask()).rejects.toMatchObject({ code: 'llm_feature_refused', retryAfterMs: 0 });
      expect(double.count()).toBe(refusals);
    }
    expect(await ask()).toMatchObject({ text: '{"ok":true}' });
    expect(await ask()).toMatchObject({ text: '{"ok":true}' });
    expect(double.requests.at(-1)).toMatchObject({ task: 'judge', authorization: 'Bearer sk-1' });
    expect(double.requests.at(-1)?.body).toMatchObject({ max_completion_tokens: 9 });
  });

  it('sends no key where there is none', async () => {
    const llm = createLlm({ apiKey: null, baseUrl: double.baseUrl, model: 'm' });
    await llm?.complete(
      { messages: [{ role: 'user', content: 'q' }], maxOutputTokens: 9, temperature: 0 },
      options,
    );
    expect(double.requests[0]?.authorization).toBeNull();
  });

  it('may hide its error in a 200', async () => {
    const llm = createLlm({ apiKey: null, baseUrl: double.baseUrl, model: 'm' });
    double.answerNext({ kind: 'answer', status: 200, body: { error: { code: 429, message: 'busy' } } });
    const request = {
      messages: [{ role: 'user' as const, content: 'q' }],
      maxOutputTokens: 9,
      temperature: 0,
    };
    await expect(llm?.complete(request, options)).rejects.toMatchObject({ code: 'llm_rate_limited' });
    double.answerNext({ kind: 'answer', status: 200, body: '<html>sign in</html>' });
    await expect(llm?.complete(request, options)).rejects.toMatchObject({ code: 'llm_unavailable' });
  });
});

describe('embeddings in odd forms', () => {
  let double: EmbeddingDouble;
  beforeEach(async () => {
    double = await startEmbeddingDouble({ dimensions: 4 });
  });
  afterEach(() => double.close());

  const create = (dimensions: number | null) =>
    createEmbedder({ provider: 'auto', apiKey: null, baseUrl: double.baseUrl, model: 'm', dimensions });
  const reply = (data: unknown[]) => double.answerNext({ kind: 'answer', status: 200, body: { data } });

  it('asks for floats and puts the answers in order', async () => {
    const embedder = await create(4);
    reply([
      { index: 1, embedding: [[0, 1, 0, 0]] },
      { index: 0, embedding: [1, 0, 0, 0] },
    ]);
    expect(await embedder?.embed(['a', 'b'], passages)).toMatchObject([
      { vector: Float32Array.from([1, 0, 0, 0]) },
      { vector: Float32Array.from([0, 1, 0, 0]) },
    ]);
    expect(double.requests[0]?.body).toMatchObject({ encoding_format: 'float', dimensions: 4 });
  });

  it('loses only the text whose vector is no vector', async () => {
    const embedder = await create(4);
    reply([{ embedding: [1, 0, 0, 0] }, { embedding: [null, 0, 0, 0] }]);
    expect(await embedder?.embed(['a', 'b'], passages)).toMatchObject([
      { ok: true },
      { ok: false, code: 'text_refused' },
    ]);
  });

  it('refuses the same index twice', async () => {
    const embedder = await create(4);
    reply([
      { index: 0, embedding: [1, 0, 0, 0] },
      { index: 0, embedding: [1, 0, 0, 0] },
    ]);
    await expect(embedder?.embed(['a', 'b'], passages)).rejects.toMatchObject({ code: 'embedder_bad_reply' });
  });

  it('leaves `dimensions` out for a server that refuses the field', async () => {
    const embedder = await create(4);
    const message = 'this model does not support dimensions';
    double.answerNext({ kind: 'answer', status: 400, body: { error: { message } } });
    expect(await embedder?.embed(['a'], passages)).toMatchObject([{ ok: true }]);
    expect(double.requests.map(({ body }) => body.dimensions)).toEqual([4, undefined]);
  });

  it('tells a text that is too long from a bad one, and no model from both', async () => {
    const embedder = await create(4);
    const error = { message: 'input is too large to process', type: 'server_error', code: 500 };
    double.answerNext({ kind: 'answer', status: 500, body: { error } });
    expect(await embedder?.embed(['a'], passages)).toMatchObject([{ ok: false, code: 'text_too_long' }]);
    double.answerNext({ kind: 'answer', status: 400, body: { error: { code: 'model_not_found' } } });
    await expect(embedder?.embed(['a', 'b'], passages)).rejects.toMatchObject({ code: 'embedder_bad_reply' });
  });

  it('cannot be made while the server that would tell the dimensions is away', async () => {
    await double.close();
    await expect(create(null)).rejects.toMatchObject({ code: 'embedder_unavailable' });
  });
});
