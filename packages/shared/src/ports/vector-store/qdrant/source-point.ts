import { createHash } from 'node:crypto';
import { z } from 'zod';

/**
 * What is told of a source is a point of the same collection without vectors: it goes in one request with its
 * chunks, no list finds it, and N of the lexical score does not count it. Its fields are not a chunk's, so no
 * filter on chunks passes it.
 */
export const sourcePointSchema = z.object({
  id: z.string(),
  payload: z.object({ described_in: z.string(), described_source: z.string(), summary: z.string() }),
});

/** Gives the id of a source's point: a UUID (version 8) from a hash of namespace and source id. */
export function sourcePointId(namespace: string, sourceId: string): string {
  const hash = createHash('sha256')
    .update(JSON.stringify(['source', namespace, sourceId]))
    .digest();
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x80;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  const hex = hash.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  );
}
