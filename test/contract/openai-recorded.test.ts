import { createEmbedder } from '@agentic-search/shared/ports/embedder';
import { createLlm, type LlmRequest } from '@agentic-search/shared/ports/llm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HttpDouble, startHttpDouble } from '../support/http-double.js';
import { hasRecorded, readRecorded } from '../support/recorded.js';

const file = 'openai-compatible.ndjson';
interface Recorded {
  server: string;
  name: string;
  path: string;
  status: number;
  content_type: string;
  response: unknown;
}
const recorded = readRecorded<Recorded>(file);
const options = { signal: new AbortController().signal };
const plain: LlmRequest = {
  messages: [{ role: 'user', content: 'Name three colours.' }],
  maxOutputTokens: 24,
  temperature: 0,
};
const output = { name: 'judgement', schema: { type: 'object', properties: {} } };

/** Numbers and text were shortened in the recording; vectors get their length back. */
function whole(response: unknown): unknown {
  return JSON.parse(JSON.stringify(response), (_, value: unknown) => {
    const length = Array.isArray(value)
      ? /^… (\d+) numbers in all$/.exec(String(value.at(-1)))?.[1]
      : undefined;
    if (!Array.isArray(value) || length === undefined) return value;
    return Array.from({ length: Number(length) }, (__, index) =>
      index < value.length - 1 ? value[index] : 0.01,
    );
  });
}

describe.skipIf(!hasRecorded(file))('recorded answers of OpenAI-compatible servers', () => {
  let current: Recorded;
  let server: HttpDouble;
  const bodies: Record<string, unknown>[] = [];

  beforeAll(async () => {
    server = await startHttpDouble(async ({ text }) => {
      if (text) bodies.push(JSON.parse(text));
      const headers = { 'content-type': current.content_type };
      return { kind: 'answer', status: current.status, headers, body: whole(current.response) };
    });
  });
  afterAll(() => server.close());

  const play = (by: string, name: string): void => {
    const found = recorded.find((item) => item.server === by && item.name === name);
    if (!found) throw new Error(`nothing recorded as ${name}`);
    current = found;
  };
  const llmAt = () => {
    const llm = createLlm({ apiKey: null, baseUrl: server.url, model: 'smollm2' });
    if (!llm) throw new Error('a base URL makes a language model');
    return llm;
  };
  const ask = (request: LlmRequest) =>
    llmAt()
      .complete(request, options)
      .catch((error: unknown) => error);

  it.each([
    ['llama-server', 'chat', { finishReason: 'length', usage: { inputTokens: 34, outputTokens: 24 } }],
    ['llama-server', 'unknown model', { text: '1. Red:' }],
    ['llama-server', 'null content in history', { code: 'llm_empty_reply' }],
    ['llama-server', 'prompt too long', { code: 'llm_context_too_long' }],
    ['llama-server', 'no messages', { code: 'llm_bad_request' }],
    ['llama-server', 'broken JSON', { code: 'llm_bad_request' }],
    ['llama-server', 'n=2', { code: 'llm_bad_request' }],
    ['llama-server', 'bad temperature', { code: 'llm_feature_refused', retryAfterMs: 0 }],
    ['llama-server', 'unknown path', { code: 'llm_bad_request' }],
    ['llama-cpp-python', 'chat', { finishReason: 'length', usage: { inputTokens: 34, outputTokens: 24 } }],
    ['llama-cpp-python', 'tools named', { code: 'llm_empty_reply' }],
    ['llama-cpp-python', 'developer role and parts', { code: 'llm_bad_request' }],
    ['llama-cpp-python', 'null content in history', { code: 'llm_bad_request' }],
    ['llama-cpp-python', 'prompt too long', { code: 'llm_context_too_long' }],
    ['llama-cpp-python', 'prompt too long, stream', { code: 'llm_empty_reply' }],
    ['llama-cpp-python', 'broken JSON', { code: 'llm_unavailable' }],
    ['llama-cpp-python', 'unknown path', { code: 'llm_bad_request' }],
  ])('%s, %s', async (by, name, expected) => {
    play(by, name);
    expect(await ask(plain)).toMatchObject(expected);
  });

  it.each(['llama-server', 'llama-cpp-python'])('%s lists its models', async (by) => {
    play(by, 'models');
    expect(await llmAt().check(options)).toEqual({ detail: 'answers, has smollm2' });
  });

  it('takes a structured reply, and says when it was cut', async () => {
    play('llama-server', 'json_schema');
    expect(await ask({ ...plain, output })).toMatchObject({
      text: expect.stringContaining('"completeness": 1'),
    });
    play('llama-server', 'cut by length');
    expect(await ask({ ...plain, output })).toMatchObject({ finishReason: 'length' });
  });

  it('learns that a server answers JSON schemas by 500 and asks for JSON another way', async () => {
    const llm = llmAt();
    play('llama-cpp-python', 'json_schema');
    await expect(llm.complete({ ...plain, output }, options)).rejects.toMatchObject({
      code: 'llm_feature_refused',
      retryAfterMs: 0,
    });
    play('llama-cpp-python', 'json_object');
    expect(await llm.complete({ ...plain, output }, options)).toMatchObject({ finishReason: 'stop' });
    expect(bodies.at(-1)).toMatchObject({ response_format: { type: 'json_object' } });
    expect(JSON.stringify(bodies.at(-1))).toContain('JSON Schema');
  });

  it('reads embeddings, learns their length, and lets no text be lost by an empty one', async () => {
    play('llama-server-embed', 'embeddings dimensions');
    const given = { provider: 'openai', apiKey: null, baseUrl: server.url, model: 'smollm2' } as const;
    const embedder = await createEmbedder({ ...given, dimensions: null });
    expect(embedder?.id).toBe('openai:smollm2:576');
    play('llama-server-embed', 'embeddings float');
    const passages = { ...options, purpose: 'passage' } as const;
    expect(await embedder?.embed(['alpha', 'beta'], passages)).toMatchObject([
      { ok: true, tokens: 1 },
      { ok: true, tokens: 1 },
    ]);
    play('llama-server-embed', 'embeddings empty text');
    expect(await embedder?.embed([''], passages)).toMatchObject([{ ok: false, code: 'text_refused' }]);
    const reduced = await createEmbedder({ ...given, dimensions: 8 });
    play('llama-server-embed', 'embeddings dimensions');
    await expect(reduced?.embed(['alpha'], passages)).rejects.toMatchObject({
      code: 'embedder_wrong_dimensions',
    });
  });
});
