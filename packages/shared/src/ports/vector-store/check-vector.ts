import { PermanentError } from '../../errors/app-error.js';
import type { ChunkUpsert } from './chunk.js';
import { chunkSchema } from './chunk.js';
import type { CollectionSpec } from './vector-store.js';

/** Largest number of chunks in one upsert. */
export const MAX_UPSERT_CHUNKS = 256;

/**
 * Refuses a vector that does not fit the collection: PermanentError `wrong_dimensions` for another length,
 * `invalid_chunk` for one that is not finite or has no direction (no cosine can be taken of it).
 */
export function checkVector(vector: Float32Array, dimensions: number | null): void {
  if (vector.length !== dimensions) {
    const expected = dimensions === null ? 'no vectors' : `vectors of ${dimensions} numbers`;
    throw new PermanentError(
      'wrong_dimensions',
      `the collection holds ${expected}, got one of ${vector.length}`,
    );
  }
  if (!vector.every(Number.isFinite))
    throw new PermanentError('invalid_chunk', 'a vector holds a number that is not finite');
  if (vector.every((value) => value === 0))
    throw new PermanentError('invalid_chunk', 'a vector is all zeros');
}

function checkUpsert(upsert: ChunkUpsert, spec: CollectionSpec): void {
  const parsed = chunkSchema.safeParse(upsert.chunk);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new PermanentError(
      'invalid_chunk',
      `${issue?.path.join('.') ?? 'chunk'}: ${issue?.message ?? 'invalid'}`,
    );
  }
  for (const weight of upsert.lexical.values()) {
    if (!Number.isFinite(weight)) throw new PermanentError('invalid_chunk', 'a lexical weight is not finite');
  }
  if (upsert.dense !== null) checkVector(upsert.dense, spec.dimensions);
  else if (spec.dimensions !== null) {
    throw new PermanentError(
      'wrong_dimensions',
      `the collection wants a vector of ${spec.dimensions} numbers, got none`,
    );
  }
}

/**
 * What every adapter checks before it writes anything: chunks as `chunkSchema` wants them, vectors that fit the
 * collection, finite weights, at most 256 chunks. Throws PermanentError `wrong_dimensions` or `invalid_chunk`.
 */
export function checkUpserts(chunks: readonly ChunkUpsert[], spec: CollectionSpec): void {
  if (chunks.length > MAX_UPSERT_CHUNKS) {
    throw new PermanentError(
      'invalid_chunk',
      `at most ${MAX_UPSERT_CHUNKS} chunks a call, got ${chunks.length}`,
    );
  }
  for (const upsert of chunks) checkUpsert(upsert, spec);
}
