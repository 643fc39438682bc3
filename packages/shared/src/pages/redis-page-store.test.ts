import { randomBytes, randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { sha256Hex } from '../identifiers/index.js';
import type { PagePointer, StoredPageContent } from './page.js';
import type { PageStore } from './page-store.js';
import { createRedisPageStore } from './redis-page-store.js';

let redis: Redis;
let prefix: string;
let store: PageStore;

beforeAll(() => {
  redis = new Redis(inject('redisUrl'));
});
afterAll(() => redis.quit());
beforeEach(() => {
  prefix = `{test-${randomUUID()}}`;
  store = createRedisPageStore({ redis, prefix, ttlSeconds: 60, maxBytes: 100_000 });
});

function page(
  url: string,
  markdown: string,
  finalUrl = url,
): { pointer: PagePointer; content: StoredPageContent } {
  const page_hash = sha256Hex(markdown);
  const at = '2026-01-02T03:04:05.000Z';
  return {
    pointer: {
      url,
      final_url: finalUrl,
      page_hash,
      etag: '"1"',
      last_modified: null,
      fetched_at: at,
      checked_at: at,
    },
    content: {
      page_hash,
      markdown,
      metadata: {
        url: finalUrl,
        canonical_url: null,
        status: 200,
        title: 'T',
        description: null,
        language: null,
        author: null,
        published_at: null,
        modified_at: null,
        headers: [],
        main_topics: [],
        code_blocks: [],
        links: [],
        word_count: 1,
        content_summary: '',
        etag: '"1"',
        last_modified: null,
      },
    },
  };
}

/** Sum of what is really stored, to hold the book-keeping against. */
async function realBytes(): Promise<number> {
  const keys = await redis.keys(`${prefix.replace(/[[\]?*]/g, '\\$&')}:page:content:*`);
  const sizes = await Promise.all(keys.map((key) => redis.strlen(key)));
  return sizes.reduce((sum, size) => sum + size, 0);
}

const noise = (bytes: number) => randomBytes(bytes).toString('base64');

describe('createRedisPageStore', () => {
  it('gives back what was put, by the asked and by the final URL', async () => {
    const { pointer, content } = page('http://a.example/', '# Ünïcode 漢字\n', 'http://a.example/final');
    await store.put(pointer, content);
    expect(await store.lookup('http://a.example/')).toEqual(pointer);
    expect(await store.lookup('http://a.example/final')).toEqual({
      ...pointer,
      url: 'http://a.example/final',
    });
    expect(await store.get(content.page_hash)).toEqual(content);
    expect(await store.lookupMany(['http://b.example/', 'http://a.example/'])).toEqual([null, pointer]);
    expect(await store.get('0'.repeat(64))).toBeNull();
  });

  it('counts bytes exactly, also when a page is put again or shared', async () => {
    const first = page('http://a.example/', noise(3_000));
    await store.put(first.pointer, first.content);
    await store.put(first.pointer, first.content);
    await store.put({ ...first.pointer, url: 'http://b.example/' }, first.content);
    const second = page('http://c.example/', noise(5_000));
    await store.put(second.pointer, second.content);
    expect(await store.usage()).toEqual({ bytes: await realBytes(), pages: 2 });
  });

  it('evicts what was used least recently, within the budget', async () => {
    const pages = Array.from({ length: 6 }, (_, index) => page(`http://a.example/${index}`, noise(20_000)));
    const [first, second] = pages;
    for (const { pointer, content } of pages.slice(0, 3)) await store.put(pointer, content);
    const scoreOf = (hash: string) => redis.zscore(`${prefix}:page:used`, hash);
    // The clock of Redis counts ms: make the order of use unmistakable.
    await redis.zadd(
      `${prefix}:page:used`,
      1,
      first?.content.page_hash ?? '',
      2,
      second?.content.page_hash ?? '',
    );
    await store.get(first?.content.page_hash ?? '');
    expect(Number(await scoreOf(first?.content.page_hash ?? ''))).toBeGreaterThan(2);
    for (const { pointer, content } of pages.slice(3, 5)) await store.put(pointer, content);
    expect(await store.get(second?.content.page_hash ?? '')).toBeNull();
    expect(await store.get(first?.content.page_hash ?? '')).not.toBeNull();
    const usage = await store.usage();
    expect(usage.bytes).toBe(await realBytes());
    expect(usage.bytes).toBeLessThanOrEqual(100_000);
  });

  it('refuses a page larger than the whole budget and keeps the others', async () => {
    const small = page('http://a.example/', noise(100));
    await store.put(small.pointer, small.content);
    const huge = page('http://b.example/', noise(200_000));
    await expect(store.put(huge.pointer, huge.content)).rejects.toMatchObject({ code: 'page_too_large' });
    expect(await store.lookup('http://b.example/')).toBeNull();
    expect(await store.get(small.content.page_hash)).not.toBeNull();
  });

  it('moves checked_at and validators of both pointers, and the expiry of the page', async () => {
    const { pointer, content } = page('http://a.example/', 'text', 'http://a.example/final');
    await store.put(pointer, content);
    const key = `${prefix}:page:content:${content.page_hash}`;
    await redis.pexpire(key, 1_000);
    const change = { checked_at: '2026-02-02T00:00:00.000Z', etag: null, last_modified: 'Mon' };
    await store.touch('http://a.example/', change);
    expect(await store.lookup('http://a.example/')).toEqual({ ...pointer, ...change });
    expect(await store.lookup('http://a.example/final')).toMatchObject(change);
    expect(await redis.pttl(key)).toBeGreaterThan(30_000);
    await store.touch('http://unknown.example/', change);
    expect(await store.lookup('http://unknown.example/')).toBeNull();
  });

  it('forgets expired pages in its books', async () => {
    const brief = createRedisPageStore({ redis, prefix, ttlSeconds: 0.02, maxBytes: 100_000 });
    const { pointer, content } = page('http://a.example/', 'text');
    await brief.put(pointer, content);
    await expect.poll(() => brief.usage()).toEqual({ bytes: 0, pages: 0 });
    expect(await brief.get(content.page_hash)).toBeNull();
  });

  it('treats damaged or foreign state as absent', async () => {
    const { pointer, content } = page('http://a.example/', 'text');
    await store.put(pointer, content);
    await redis.set(`${prefix}:page:content:${content.page_hash}`, 'rubbish');
    expect(await store.get(content.page_hash)).toBeNull();
    const [key] = await redis.keys(`${prefix}:page:url:*`);
    await redis.set(key ?? '', '{"url":5}');
    expect(await store.lookup('http://a.example/')).toBeNull();
  });
});
