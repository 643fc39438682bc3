import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createEmbeddingCache } from './embedding-cache.js';

describe('createEmbeddingCache', () => {
  const prefix = `{${randomUUID()}}`;
  const embedder = { id: 'openai/small/3', dimensions: 3 };
  let redis: Redis;
  beforeAll(() => {
    redis = new Redis(inject('redisUrl'));
  });
  afterAll(async () => {
    await redis.quit();
  });

  it('gives back the very vector, for its embedder, purpose and text alone', async () => {
    const cache = createEmbeddingCache({ redis, prefix, ttlSeconds: 60 });
    const vector = Float32Array.of(0.1, -2.5e-20, Number.MAX_SAFE_INTEGER);
    await cache.set({ embedder, purpose: 'passage' }, [{ text: 'héllo\u0000', vector }]);
    expect(await cache.get({ embedder, purpose: 'passage' }, ['other', 'héllo\u0000'])).toEqual([
      null,
      vector,
    ]);
    expect(await cache.get({ embedder, purpose: 'query' }, ['héllo\u0000'])).toEqual([null]);
    expect(
      await cache.get({ embedder: { ...embedder, id: 'x' }, purpose: 'passage' }, ['héllo\u0000']),
    ).toEqual([null]);
    const other = { ...embedder, dimensions: 4 };
    expect(await cache.get({ embedder: other, purpose: 'passage' }, ['héllo\u0000'])).toEqual([null]);
  });

  it('stores four bytes a dimension, with an expiry', async () => {
    const cache = createEmbeddingCache({ redis, prefix: `${prefix}:size`, ttlSeconds: 60 });
    await cache.set({ embedder, purpose: 'passage' }, [{ text: 'a', vector: Float32Array.of(1, 2, 3) }]);
    const [key = ''] = await redis.keys(`${prefix}:size:*`);
    expect(await redis.strlen(key)).toBe(12);
    expect(await redis.ttl(key)).toBeGreaterThan(50);
  });

  it('takes many texts and none', async () => {
    const cache = createEmbeddingCache({ redis, prefix: `${prefix}:many`, ttlSeconds: 60 });
    const space = { embedder, purpose: 'passage' as const };
    const entries = Array.from({ length: 250 }, (_, index) => ({
      text: `t${index}`,
      vector: Float32Array.of(index, 0, 1),
    }));
    await cache.set(space, entries);
    await cache.set(space, []);
    expect(await cache.get(space, [])).toEqual([]);
    expect(
      await cache.get(
        space,
        entries.map(({ text }) => text),
      ),
    ).toEqual(entries.map(({ vector }) => vector));
  });

  it('says that Redis is away', async () => {
    const dead = new Redis(1, '127.0.0.1', {
      lazyConnect: true,
      enableOfflineQueue: false,
      retryStrategy: () => null,
    });
    dead.on('error', () => undefined);
    const cache = createEmbeddingCache({ redis: dead, prefix, ttlSeconds: 60 });
    const space = { embedder, purpose: 'passage' as const };
    await expect(cache.get(space, ['a'])).rejects.toMatchObject({ code: 'redis_unavailable' });
    await expect(cache.set(space, [{ text: 'a', vector: Float32Array.of(1, 2, 3) }])).rejects.toMatchObject({
      code: 'redis_unavailable',
    });
    dead.disconnect();
  });
});
