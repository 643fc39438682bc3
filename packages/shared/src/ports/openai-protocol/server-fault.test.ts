import { describe, expect, it } from 'vitest';
import type { Exchange } from '../http/exchange.js';
import { faultDetail, faultKind } from './fault-kind.js';
import { readServerFault } from './server-fault.js';

function answer(status: number, body: unknown): Exchange {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { status, headers: {}, text, json: typeof body === 'string' ? undefined : body, retryAfterMs: null };
}

describe('readServerFault', () => {
  it.each([
    [{ error: { message: 'm', code: 400, type: 'T' } }, { message: 'm', code: '400', type: 't' }],
    [
      { error: { message: 'm', code: null, param: 'temperature' } },
      { message: 'm', code: '', param: 'temperature' },
    ],
    [{ error: 'plain words' }, { message: 'plain words' }],
    [{ error: { message: { nested: 1 } } }, { message: '{"nested":1}' }],
    [{ detail: 'Not Found' }, { message: 'Not Found' }],
    [
      { detail: [{ loc: ['body', 'response_format'], msg: 'bad', input: 'a whole page' }] },
      { message: 'body.response_format: bad', type: 'validation error' },
    ],
    [
      { object: 'error', message: 'm', code: 40303 },
      { message: 'm', code: '40303' },
    ],
    ['Internal Server Error', { message: 'Internal Server Error' }],
    [{}, { message: '' }],
    [[1, 2], { status: 500 }],
  ])('reads %j', (body, expected) => {
    expect(readServerFault(answer(500, body))).toMatchObject(expected);
  });

  it('bounds the server’s words', () => {
    expect(readServerFault(answer(500, 'x'.repeat(9_000))).message).toHaveLength(2_000);
  });
});

describe('faultKind', () => {
  it.each([
    [401, {}, 'unauthorized'],
    [402, {}, 'unauthorized'],
    [429, { error: { code: 'insufficient_quota' } }, 'unauthorized'],
    [429, { error: { code: 'rate_limit_exceeded' } }, 'rate_limited'],
    [413, {}, 'context_too_long'],
    [400, { error: { message: 'This model’s maximum context length is 10 tokens' } }, 'context_too_long'],
    [
      500,
      { error: { message: 'input is too large to process. increase the batch size' } },
      'context_too_long',
    ],
    [404, {}, 'not_found'],
    [400, { error: { code: 'model_not_found' } }, 'not_found'],
    [409, {}, 'unavailable'],
    [422, {}, 'bad_request'],
    [302, {}, 'bad_request'],
    [500, { error: { message: '1 validation error: …', type: 'internal_server_error' } }, 'bad_request'],
    [500, { error: { type: 'invalid_request_error' } }, 'bad_request'],
    [503, { error: { message: '1 validation error' } }, 'unavailable'],
    [529, { error: { type: 'overloaded_error' } }, 'unavailable'],
  ])('%i %j is %s', (status, body, kind) => {
    expect(faultKind(readServerFault(answer(status, body)))).toBe(kind);
  });
});

describe('faultDetail', () => {
  it('shows a plain code, and nothing that could carry more', () => {
    expect(faultDetail('it', readServerFault(answer(400, { error: { code: 'bad_thing' } })))).toBe(
      'it answered HTTP 400 (bad_thing)',
    );
    const leaky = { error: { code: 'sk-Secret/../http://10.0.0.1', type: 400, message: 'sk-secret' } };
    expect(faultDetail('it', readServerFault(answer(400, leaky)))).toBe('it answered HTTP 400');
  });
});
