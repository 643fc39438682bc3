import { createRedis, waitUntilReady } from '@agentic-search/shared/redis';
import type { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { freshPrefix } from '../../../../test/support/fresh-prefix.js';
import { until } from '../../../../test/support/until.js';
import { RateLimiter } from './rate-limiter.js';

describe('RateLimiter', () => {
  let redis: Redis;
  beforeAll(async () => {
    redis = createRedis(inject('redisUrl'), 'producer', () => undefined);
    await waitUntilReady(redis, 5_000);
  });
  afterAll(() => redis.disconnect());

  it('counts down, refuses, and lets through again when it said it would', async () => {
    const limiter = new RateLimiter(redis, freshPrefix(), 400);
    const taken = await Promise.all(Array.from({ length: 6 }, () => limiter.take('a', 4)));
    expect(taken.map(({ allowed }) => allowed)).toEqual([true, true, true, true, false, false]);
    expect(taken.map(({ remaining }) => remaining)).toEqual([3, 2, 1, 0, 0, 0]);
    const refused = taken[5];
    expect(refused?.resetMs).toBeGreaterThan(0);
    expect(refused?.resetMs).toBeLessThanOrEqual(400);
    expect((await limiter.take('b', 4)).allowed).toBe(true);
    const since = Date.now();
    await until('one more passes', async () => (await limiter.take('a', 4)).allowed, 2_000);
    expect(Date.now() - since).toBeGreaterThan((refused?.resetMs ?? 0) - 60);
  });

  it('never lets more than the limit through, wherever a window begins', async () => {
    const limiter = new RateLimiter(redis, freshPrefix(), 300);
    const passed: { before: number; after: number }[] = [];
    const end = performance.now() + 1_000;
    while (performance.now() < end) {
      const before = performance.now();
      const { allowed } = await limiter.take('edge', 10);
      if (allowed) passed.push({ before, after: performance.now() });
    }
    // Redis counted each between its two times: eleven of them never fit into one window for certain.
    for (const [index, first] of passed.entries()) {
      const eleventh = passed[index + 10];
      if (eleventh) expect(eleventh.after - first.before).toBeGreaterThanOrEqual(299);
    }
    expect(passed.length).toBeGreaterThan(10);
  });

  it('leaves nothing behind', async () => {
    const prefix = freshPrefix();
    const limiter = new RateLimiter(redis, prefix, 50);
    await limiter.take('c', 1);
    expect(await redis.pttl(`${prefix}:rate:c`)).toBeGreaterThan(0);
    await until('it is gone', async () => (await redis.exists(`${prefix}:rate:c`)) === 0);
  });
});
