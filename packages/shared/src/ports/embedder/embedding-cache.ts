import type { Redis } from 'ioredis';
import { sha256Hex } from '../../identifiers/sha256-hex.js';
import { guardRedis } from '../../redis/guard-redis.js';
import type { Embedder } from './embedder.js';

/** Whose vectors: those of different embedders, or made for different purposes, never meet. */
export interface VectorSpace {
  embedder: Pick<Embedder, 'id' | 'dimensions'>;
  purpose: 'query' | 'passage';
}

/** Vectors that were paid for, by the text they belong to. Throws DependencyUnavailableError when Redis is away. */
export interface EmbeddingCache {
  /** One entry per text, in order; null where there is none. */
  get(space: VectorSpace, texts: readonly string[]): Promise<(Float32Array | null)[]>;
  set(space: VectorSpace, entries: readonly { text: string; vector: Float32Array }[]): Promise<void>;
}

/** Where vectors are kept, and how long. */
export interface EmbeddingCacheOptions {
  redis: Redis;
  /** Carries a hash tag, e.g. `{agentic-search}`: several keys are read at once. */
  prefix: string;
  /** A vector is kept this long after it was made. */
  ttlSeconds: number;
}

const READ_AT_ONCE = 100;

/**
 * Gives the cache over Redis: one key per embedder, purpose and SHA-256 of the text; the value is the vector as
 * little-endian 32-bit floats. An entry of another length is taken for none.
 */
export function createEmbeddingCache({ redis, prefix, ttlSeconds }: EmbeddingCacheOptions): EmbeddingCache {
  const keyOf = ({ embedder, purpose }: VectorSpace, text: string) =>
    `${prefix}:embedding:${embedder.id}:${purpose}:${sha256Hex(text)}`;

  return {
    async get(space, texts) {
      const found: (Float32Array | null)[] = [];
      for (let from = 0; from < texts.length; from += READ_AT_ONCE) {
        const keys = texts.slice(from, from + READ_AT_ONCE).map((text) => keyOf(space, text));
        const values = await guardRedis(() => redis.mgetBuffer(keys));
        found.push(...values.map((bytes) => readVector(bytes, space.embedder.dimensions)));
      }
      return found;
    },
    async set(space, entries) {
      if (entries.length === 0) return;
      const pipeline = redis.pipeline();
      for (const { text, vector } of entries) {
        pipeline.set(keyOf(space, text), writeVector(vector), 'EX', ttlSeconds);
      }
      await guardRedis(async () => {
        for (const [error] of (await pipeline.exec()) ?? []) if (error) throw error;
      });
    },
  };
}

function writeVector(vector: Float32Array): Buffer {
  const bytes = Buffer.allocUnsafe(vector.length * 4);
  for (const [index, value] of vector.entries()) bytes.writeFloatLE(value, index * 4);
  return bytes;
}

function readVector(bytes: Buffer | null, dimensions: number): Float32Array | null {
  if (bytes?.length !== dimensions * 4) return null;
  return Float32Array.from({ length: dimensions }, (_, index) => bytes.readFloatLE(index * 4));
}
