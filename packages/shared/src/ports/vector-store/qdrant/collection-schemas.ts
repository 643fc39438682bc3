import { z } from 'zod';
import { PermanentError } from '../../../errors/app-error.js';
import type { CollectionInfo, CollectionSpec } from '../vector-store.js';

/** Answers that only say that it was done. */
export const doneSchema = z.object({ result: z.unknown() });

/** Answer of `GET /aliases`. */
export const aliasesSchema = z.object({
  result: z.object({ aliases: z.array(z.object({ alias_name: z.string(), collection_name: z.string() })) }),
});

const LAYOUT = 'agentic-search 1';

/** What the maker of a collection notes in its metadata. A lexical one has no embedder: the server may drop nulls. */
export function notes({ embedder, dimensions }: CollectionSpec): Record<string, unknown> {
  return { layout: LAYOUT, ...(embedder === null ? {} : { embedder, dimensions }) };
}

const notedSchema = z
  .object({
    layout: z.literal(LAYOUT),
    embedder: z.string().nullish(),
    dimensions: z.int().min(1).nullish(),
  })
  .transform(
    ({ embedder, dimensions }): CollectionSpec => ({
      embedder: embedder ?? null,
      dimensions: dimensions ?? null,
    }),
  );

/** A collection's description; null stands for one that is not there. */
export const descriptionSchema = z.object({ result: z.object({ config: z.unknown() }).nullable() });

/** The parts of a description that make a collection ours: its vectors and what its maker noted. */
const ownConfigSchema = z.object({
  params: z.object({
    vectors: z.object({ dense: z.object({ size: z.int().min(1) }).optional() }).optional(),
    sparse_vectors: z.object({ lexical: z.object({ modifier: z.literal('idf') }) }),
  }),
  metadata: notedSchema,
});

/** What the first of several processes decided about a collection that is not there yet. */
export const claimSchema = z.object({
  result: z.object({ config: z.object({ metadata: notedSchema }) }).nullable(),
});

/** Gives the port's view of a collection that is there. Throws PermanentError when this system did not make it. */
export function collectionInfo(alias: string, name: string, config: unknown): CollectionInfo {
  const own = ownConfigSchema.safeParse(config);
  if (!own.success) {
    const detail = 'the alias points to a collection that this system did not make';
    throw new PermanentError('vector_store_foreign_collection', detail);
  }
  const { params, metadata } = own.data;
  return { name, alias, embedder: metadata.embedder, dimensions: params.vectors?.dense?.size ?? null };
}

/** Gives what a collection of this kind is made of. */
export function collectionBody(spec: CollectionSpec) {
  const { dimensions } = spec;
  return {
    vectors: dimensions === null ? {} : { dense: { size: dimensions, distance: 'Cosine' as const } },
    sparse_vectors: { lexical: { modifier: 'idf' as const } },
    on_disk_payload: true,
    metadata: notes(spec),
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
