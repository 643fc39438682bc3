import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { countTokens } from './count-tokens.js';
import { parseReply } from './parse-reply.js';

const schema = z.object({ a: z.number() });

describe('parseReply', () => {
  it.each([
    ['plain', '{"a": 1}'],
    ['fenced', '```json\n{"a": 1}\n```'],
    ['in prose', 'Here you are:\n{"a": 1}\nHope this helps!'],
    ['with a trailing comma', '{"a": 1,}'],
    ['cut off', '{"a": 1'],
    ['with single quotes', "{'a': 1}"],
  ])('reads JSON %s', (_name, text) => {
    expect(parseReply(text, schema)).toEqual({ a: 1 });
  });

  it.each(['', 'no', '{"a": "x"}', '[]', '```', '{"b": 1}'])('gives null for %j', (text) => {
    expect(parseReply(text, schema)).toBeNull();
  });
});

describe('countTokens', () => {
  it('counts text, special tokens as text, and a megabyte without a space in time', async () => {
    expect(await countTokens('hello world')).toBe(2);
    expect(await countTokens('<|endoftext|>')).toBeGreaterThan(1);
    expect(await countTokens('x'.repeat(1_000_000))).toBeGreaterThan(1_000);
  });
});
