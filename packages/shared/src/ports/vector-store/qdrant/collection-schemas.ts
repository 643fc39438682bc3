import { z } from 'zod';
import type { CollectionInfo, CollectionSpec } from '../vector-store.js';

/** Answers that only say that it was done. */
export const doneSchema = z.object({ result: z.unknown() });

export const aliasesSchema = z.object({
  result: z.object({ aliases: z.array(z.object({ alias_name: z.string(), collection_name: z.string() })) }),
});

/** The parts of a collection's description that are ours: its vectors and what its maker noted. */
export const descriptionSchema = z.object({
  result: z
    .object({
      config: z.object({
        params: z.object({
          vectors: z.object({ dense: z.object({ size: z.int().min(1) }).optional() }).optional(),
          sparse_vectors: z.object({ lexical: z.object({ modifier: z.literal('idf') }) }),
        }),
        metadata: z.object({ embedder: z.string().nullable() }),
      }),
    })
    .nullable(),
});

export type Description = NonNullable<z.infer<typeof descriptionSchema>['result']>;

/** What the first of several processes decided about a collection that is not there yet. */
export const claimSchema = z.object({
  result: z
    .object({
      config: z.object({
        metadata: z.object({ embedder: z.string().nullable(), dimensions: z.int().min(1).nullable() }),
      }),
    })
    .nullable(),
});

/** Gives the port's view of a collection that is there. */
export function collectionInfo(alias: string, name: string, { config }: Description): CollectionInfo {
  const dimensions = config.params.vectors?.dense?.size ?? null;
  return { name, alias, embedder: config.metadata.embedder, dimensions };
}

/** Gives what a collection of this kind is made of. */
export function collectionBody({ embedder, dimensions }: CollectionSpec) {
  return {
    vectors: dimensions === null ? {} : { dense: { size: dimensions, distance: 'Cosine' as const } },
    sparse_vectors: { lexical: { modifier: 'idf' as const } },
    on_disk_payload: true,
    metadata: { embedder, dimensions },
  };
}

/**
 * Payload fields that are filtered, counted or ordered by. `words` is summed by its values, so it is looked up;
 * `described_in` finds the sources that were described.
 */
export const PAYLOAD_INDEXES = {
  namespace: { type: 'keyword', is_tenant: true },
  type: 'keyword',
  url: 'keyword',
  source_id: 'keyword',
  chunk_index: 'integer',
  page_hash: 'keyword',
  words: { type: 'integer', lookup: true, range: false },
  crawled_at: 'datetime',
  described_in: 'keyword',
} as const;
