import { describe, expect, it } from 'vitest';
import { stripThoughts } from './strip-thoughts.js';

describe('stripThoughts', () => {
  it.each([
    ['plain', 'plain'],
    ['  <think>a</think>\n\nb ', 'b'],
    ['<think>a</think><think>b</think>c', 'c'],
    ['<THINKING>a</THINKING>c', 'c'],
    ['<think>never closed {"a":1}', ''],
    ['the template opened it</think>{"a":1}', '{"a":1}'],
    ['opened by the template</think><think>again</think>c', 'c'],
    ['{"quote":"uses </think> tags"}', '{"quote":"uses </think> tags"}'],
    ['```json\n{"q":"</think>"}\n```', '```json\n{"q":"</think>"}\n```'],
    ['Write <think>…</think> around it.', 'Write <think>…</think> around it.'],
    ['', ''],
  ])('%j becomes %j', (reply, expected) => {
    expect(stripThoughts(reply)).toBe(expected);
  });
});
