import { describe, expect, it } from 'vitest';
import { isUsableVector, readVector } from './read-vector.js';
import { shareTokens } from './share-tokens.js';

describe('readVector', () => {
  const vector = Float32Array.from([0.5, -1]);

  it.each([
    ['numbers', [0.5, -1]],
    ['nested once', [[0.5, -1]]],
    ['base64', Buffer.from(vector.buffer).toString('base64')],
  ])('reads %s', (_, value) => {
    expect(readVector(value)).toEqual(vector);
  });

  it.each([
    ['nothing', undefined],
    ['empty', []],
    ['one vector per token', [[1], [2]]],
    ['words', ['a']],
    ['broken base64', 'abc'],
  ])('refuses %s', (_, value) => {
    expect(readVector(value)).toBeNull();
  });

  it('knows vectors that have no direction', () => {
    expect(isUsableVector(vector)).toBe(true);
    expect(isUsableVector(Float32Array.from([0, 0]))).toBe(false);
    expect(isUsableVector(Float32Array.from([1, 1e300]))).toBe(false);
    expect(isUsableVector(readVector([1, null]) ?? vector)).toBe(false);
  });
});

describe('shareTokens', () => {
  it.each([
    [['aa', 'aa', 'aa'], 10],
    [['a', 'bbbbbbbbb'], 3],
    [['', 'a'], 7],
  ])('shares %j so that the parts make %i', (texts, total) => {
    const shares = shareTokens(texts, total);
    expect(shares.reduce((sum, share) => sum + share, 0)).toBe(total);
    expect(Math.min(...shares)).toBeGreaterThanOrEqual(0);
  });

  it('estimates where nothing was counted', () => {
    expect(shareTokens(['abcde', 'ab'], null)).toEqual([2, 1]);
  });
});
