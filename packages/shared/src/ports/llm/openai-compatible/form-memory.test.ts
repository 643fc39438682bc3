import { describe, expect, it } from 'vitest';
import type { ServerFault } from '../../openai-protocol/server-fault.js';
import type { LlmRequest } from '../llm.js';
import { createFormMemory } from './form-memory.js';
import { chatBody } from './request-form.js';

const plain: LlmRequest = {
  messages: [{ role: 'user', content: 'q' }],
  maxOutputTokens: 9,
  temperature: 0.3,
};
const asked: LlmRequest = { ...plain, output: { name: 'judge', schema: { type: 'object' } } };

function fault(status: number, message: string, more: Partial<ServerFault> = {}): ServerFault {
  return { status, message, code: '', type: '', param: '', retryAfterMs: null, ...more };
}

function refuse(
  memory: ReturnType<typeof createFormMemory>,
  request: LlmRequest,
  given: ServerFault,
): string | null {
  return memory.refused(request, memory.formFor(request), given);
}

describe('createFormMemory', () => {
  it('starts with everything', () => {
    expect(createFormMemory().formFor(asked)).toEqual({
      output: 'json_schema',
      temperature: true,
      limitField: 'max_tokens',
    });
  });

  it.each([
    fault(400, "Unsupported value: 'temperature' does not support 0.3 with this model."),
    fault(422, 'extra inputs are not permitted', { param: 'temperature' }),
  ])('leaves out temperature: %j', (given) => {
    const memory = createFormMemory();
    expect(refuse(memory, plain, given)).toBe('temperature');
    expect(memory.formFor(plain).temperature).toBe(false);
    expect(refuse(memory, plain, given)).toBeNull();
  });

  it('takes the other name of the limit, never none', () => {
    const memory = createFormMemory();
    const message =
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.";
    expect(refuse(memory, plain, fault(400, message))).toBe('max_tokens');
    expect(memory.formFor(plain).limitField).toBe('max_completion_tokens');
    expect(refuse(memory, plain, fault(400, "unknown field 'max_completion_tokens'"))).toBeNull();
  });

  it('a limit that is too large is no refusal of the field', () => {
    const given = fault(
      400,
      'max_tokens is too large: 100000. This model supports at most 16384 completion tokens',
    );
    expect(refuse(createFormMemory(), plain, given)).toBeNull();
  });

  it('goes down from schema to JSON to instruction and stays there', () => {
    const memory = createFormMemory();
    const given = fault(400, 'response_format is not supported');
    expect(refuse(memory, asked, given)).toBe('json_schema');
    expect(refuse(memory, asked, given)).toBe('json_object');
    expect(memory.formFor(asked).output).toBe('instruction');
    expect(refuse(memory, asked, given)).toBeNull();
  });

  it('a late refusal of another call in flight takes no step, neither down nor back', () => {
    const memory = createFormMemory();
    const first = memory.formFor(asked);
    const given = fault(400, 'response_format is not supported');
    memory.refused(asked, first, given);
    memory.refused(asked, first, given);
    expect(memory.formFor(asked).output).toBe('json_object');
    refuse(memory, asked, given);
    memory.refused(asked, first, given);
    expect(memory.formFor(asked).output).toBe('instruction');
  });

  it('one schema that cannot be compiled costs only that schema', () => {
    const memory = createFormMemory();
    expect(refuse(memory, asked, fault(400, "Invalid schema for response_format 'judge'"))).toBe(
      'json_schema',
    );
    expect(memory.formFor(asked).output).toBe('json_object');
    const other = { ...asked, output: { name: 'rank', schema: {} } };
    expect(memory.formFor(other).output).toBe('json_schema');
  });

  it('takes a bare 400, or 500 twice over, for a refusal, unless schemas were served before', () => {
    expect(refuse(createFormMemory(), asked, fault(400, ''))).toBe('json_schema');
    const memory = createFormMemory();
    expect(refuse(memory, asked, fault(500, 'Internal Server Error'))).toBeNull();
    expect(refuse(memory, asked, fault(500, 'Internal Server Error'))).toBe('json_schema');
    const served = createFormMemory();
    served.served(asked, served.formFor(asked));
    expect(refuse(served, asked, fault(400, ''))).toBeNull();
    expect(refuse(served, asked, fault(500, ''))).toBeNull();
    expect(refuse(served, asked, fault(500, ''))).toBeNull();
  });

  it.each([
    fault(401, 'temperature'),
    fault(429, 'response_format'),
    fault(503, 'temperature'),
    fault(400, 'maximum context length is 10 tokens, max_tokens unsupported', {
      code: 'context_length_exceeded',
    }),
  ])('learns nothing from %j', (given) => {
    expect(refuse(createFormMemory(), asked, given)).toBeNull();
  });
});

describe('chatBody', () => {
  const form = createFormMemory().formFor(asked);

  it('asks for a strict schema', () => {
    expect(chatBody('m', asked, form)).toEqual({
      model: 'm',
      messages: asked.messages,
      max_tokens: 9,
      temperature: 0.3,
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'judge', strict: true, schema: { type: 'object' } },
      },
    });
  });

  it('sends an explicit temperature of 0', () => {
    expect(chatBody('m', { ...plain, temperature: 0 }, form).temperature).toBe(0);
  });

  it('puts the schema into the one system message when it may not be asked for', () => {
    const body = chatBody('m', asked, {
      output: 'instruction',
      temperature: false,
      limitField: 'max_completion_tokens',
    });
    expect(Object.keys(body).sort()).toEqual(['max_completion_tokens', 'messages', 'model']);
    const system = { role: 'system' as const, content: 'Be brief.' };
    const withSystem = chatBody(
      'm',
      { ...asked, messages: [system, ...asked.messages] },
      { ...form, output: 'json_object' },
    );
    expect(withSystem.messages).toMatchObject([{ role: 'system' }, { role: 'user', content: 'q' }]);
    expect(JSON.stringify(withSystem.messages)).toMatch(/Be brief\..*JSON Schema/);
    expect(withSystem.response_format).toEqual({ type: 'json_object' });
  });
});
