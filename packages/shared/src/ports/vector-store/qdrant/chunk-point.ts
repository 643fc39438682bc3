import type { Schemas } from '@qdrant/js-client-rest';
import { z } from 'zod';
import { type Chunk, type ChunkUpsert, chunkSchema, type RankedChunk } from '../chunk.js';
import { countWords } from '../count-words.js';
import { indexChunkTerms } from './term-index.js';

/** A stored point that is a chunk, as the server gives it back. */
export const chunkPointSchema = z
  .object({ id: z.string(), payload: z.record(z.string(), z.unknown()) })
  .transform(toChunk);

/** A chunk of a ranked list, as the server gives it back. */
export const rankedPointSchema = z
  .object({ id: z.string(), payload: z.record(z.string(), z.unknown()), score: z.number() })
  .transform((point, context): RankedChunk => ({ chunk: toChunk(point, context), score: point.score }));

function toChunk({ id, payload }: { id: string; payload: object }, context: z.RefinementCtx): Chunk {
  const chunk = chunkSchema.safeParse({ ...payload, id });
  if (chunk.success) return chunk.data;
  context.addIssue({ code: 'custom', message: `point ${id} is no chunk` });
  return z.NEVER;
}

/**
 * Gives the point for a chunk that was checked: its fields are the payload, its id is the point's, `words` is kept
 * for the source's sum.
 */
export function chunkPoint({ chunk, dense, lexical }: ChunkUpsert): Schemas['PointStruct'] {
  const { id, ...payload } = chunkSchema.parse(chunk);
  return {
    id,
    vector: { ...(dense ? { dense: shortNumbers(dense) } : {}), lexical: indexChunkTerms(lexical) },
    payload: { ...payload, words: countWords(payload.content) },
  };
}

/** The same 32-bit numbers in about half the digits a double prints. */
export function shortNumbers(vector: Float32Array): number[] {
  return Array.from(vector, (value) => Number(value.toPrecision(9)));
}
