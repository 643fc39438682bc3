import { z } from 'zod';
import type { QdrantFilter } from './chunk-filter.js';
import type { QdrantConnection } from './connection.js';

const FIRST_LIMIT = 10_000;

const facetSchema = z.object({
  result: z.object({
    hits: z.array(z.object({ value: z.union([z.string(), z.number()]), count: z.int().min(0) })),
  }),
});

/** A value, and how many points have it. */
export interface FacetHit {
  value: string | number;
  count: number;
}

/**
 * Gives every value of an indexed field among the points that pass the filter, with how many have it. The server
 * gives no more than it is asked for and does not say that there were more, so it is asked again with room.
 */
export async function facet(
  connection: QdrantConnection,
  collection_name: string,
  key: string,
  filter: QdrantFilter,
  signal: AbortSignal,
): Promise<FacetHit[]> {
  for (let limit = FIRST_LIMIT; ; limit *= 10) {
    const { hits } = await connection.ask(
      (api, init) => api.facet({ collection_name, key, filter, limit, exact: true }, init),
      facetSchema,
      signal,
    );
    if (hits.length < limit) return hits;
  }
}
