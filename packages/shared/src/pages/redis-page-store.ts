import type { Redis } from 'ioredis';
import { PermanentError } from '../errors/app-error.js';
import { urlKey } from '../identifiers/url-key.js';
import { guardRedis } from '../redis/guard-redis.js';
import { type PagePointer, pagePointerSchema } from './page.js';
import { packPage, unpackPage } from './page-packing.js';
import type { PageStore } from './page-store.js';
import { getScript, putScript, touchScript, usageScript } from './page-store-scripts.js';

/** Where pages are kept and how much of them; `prefix` carries a hash tag, e.g. `{agentic-search}`. */
export interface RedisPageStoreOptions {
  redis: Redis;
  prefix: string;
  /** A page that was neither stored nor touched for this long is gone. */
  ttlSeconds: number;
  /** Budget for packed pages; the least recently used go first. */
  maxBytes: number;
}

/**
 * Gives the page store over Redis. `put` throws PermanentError `page_too_large` when one packed page exceeds the whole
 * budget; every method throws DependencyUnavailableError when Redis is away.
 */
export function createRedisPageStore(options: RedisPageStoreOptions): PageStore {
  const { redis, maxBytes } = options;
  const prefix = `${options.prefix}:page`;
  const contentPrefix = `${prefix}:content:`;
  const books = ['bytes', 'sizes', 'used', 'expires'].map((book) => `${prefix}:${book}`);
  const ttlMs = options.ttlSeconds * 1_000;
  const pointerKey = (url: string) => `${prefix}:url:${urlKey(url)}`;
  const run = (script: string, pointers: string[], args: (string | Buffer | number)[]) =>
    guardRedis(() =>
      redis.eval(script, books.length + pointers.length, ...books, ...pointers, contentPrefix, ...args),
    );

  async function lookupMany(urls: readonly string[]): Promise<(PagePointer | null)[]> {
    if (urls.length === 0) return [];
    const stored = await guardRedis(() => redis.mget(urls.map(pointerKey)));
    return stored.map((json, index) => readPointer(json, urls[index]));
  }

  return {
    async put(pointer, content) {
      const named = pointersOf(pointer);
      const packed = await packPage(content);
      const fitted = await run(
        putScript,
        named.map(({ url }) => pointerKey(url)),
        [content.page_hash, packed, ttlMs, maxBytes, ...named.map((one) => JSON.stringify(one))],
      );
      if (fitted !== 1) {
        throw new PermanentError(
          'page_too_large',
          `the page is larger than the whole page store (${maxBytes} bytes)`,
        );
      }
    },
    async lookup(url) {
      return (await lookupMany([url]))[0] ?? null;
    },
    lookupMany,
    async get(pageHash) {
      const packed = await guardRedis(() =>
        redis.callBuffer('EVAL', getScript, books.length, ...books, contentPrefix, pageHash),
      );
      return Buffer.isBuffer(packed) ? unpackPage(packed) : null;
    },
    async touch(url, change) {
      const [pointer] = await lookupMany([url]);
      if (!pointer) return;
      await run(
        touchScript,
        pointersOf(pointer).map((one) => pointerKey(one.url)),
        [pointer.page_hash, ttlMs, change.checked_at, change.etag ?? '', change.last_modified ?? ''],
      );
    },
    async usage() {
      const [bytes, pages] = (await run(usageScript, [], [])) as [number, number];
      return { bytes, pages };
    },
  };
}

/** The asked URL and the final one lead to the same page. */
function pointersOf(pointer: PagePointer): PagePointer[] {
  return pointer.url === pointer.final_url ? [pointer] : [pointer, { ...pointer, url: pointer.final_url }];
}

function readPointer(json: string | null, url: string | undefined): PagePointer | null {
  if (json === null) return null;
  try {
    const pointer = pagePointerSchema.parse(JSON.parse(json));
    // Keys are short hashes: two URLs that share one must not share a page.
    return pointer.url === url ? pointer : null;
  } catch {
    return null;
  }
}
