import { describe, expect, it } from 'vitest';
import { idempotencyKeyOf, waitOf } from './schemas.js';

describe('Prefer', () => {
  it.each([
    [undefined, 0],
    ['', 0],
    ['wait=20', 20],
    ['WAIT = "7"', 7],
    ['respond-async, wait=10', 10],
    ['respond-async;x=1, wait=10; y', 10],
    ['wait=0', 0],
    ['wait=600', 60],
    ['wait=999999999', 60],
    ['wait=-5', 0],
    ['wait=1.5', 0],
    ['wait=soon', 0],
    ['await=20', 0],
  ])('%j waits %i s', (header, seconds) => {
    expect(waitOf(header)).toBe(seconds);
  });
});

describe('Idempotency-Key', () => {
  it('takes 1 to 255 printable characters', () => {
    expect(idempotencyKeyOf(undefined)).toBeNull();
    expect(idempotencyKeyOf('a b~')).toBe('a b~');
    expect(idempotencyKeyOf('x'.repeat(255))).toHaveLength(255);
    for (const key of ['', 'x'.repeat(256), 'é', 'a\tb']) expect(() => idempotencyKeyOf(key)).toThrow();
  });
});
