import { z } from 'zod';

/**
 * The requests the double understands. Stricter than the real server, which ignores fields it does not know: here
 * they are refused, so that a misspelt field does not pass for one that works.
 */
const uuid = z.string().regex(/^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/i);
export const pointId = z.union([z.int().min(0), uuid]);
export type PointId = z.infer<typeof pointId>;

const uint32 = z.int().min(0).max(0xffff_ffff);
export const sparseVector = z.strictObject({ indices: z.array(uint32), values: z.array(z.number()) });
export const namedVectors = z.record(z.string(), z.union([z.array(z.number()), sparseVector]));

const scalar = z.union([z.string(), z.int(), z.boolean()]);
const scalars = z.union([z.array(z.string()), z.array(z.int())]);
const match = z.union([
  z.strictObject({ value: scalar }),
  z.strictObject({ any: scalars }),
  z.strictObject({ except: scalars }),
]);
const bounds = <T extends z.ZodType>(of: T) =>
  z.strictObject({ gt: of.optional(), gte: of.optional(), lt: of.optional(), lte: of.optional() });
export const fieldCondition = z.strictObject({
  key: z.string(),
  match: match.optional(),
  range: z.union([bounds(z.number()), bounds(z.iso.datetime({ offset: true }))]).optional(),
  is_empty: z.boolean().optional(),
  is_null: z.boolean().optional(),
});
export type FieldCondition = z.infer<typeof fieldCondition>;
const hasId = z.strictObject({ has_id: z.array(pointId) });
export type HasId = z.infer<typeof hasId>;

export interface Filter {
  must?: Condition | Condition[] | undefined;
  must_not?: Condition | Condition[] | undefined;
  should?: Condition | Condition[] | undefined;
}
export type Condition = FieldCondition | HasId | Filter;

const condition: z.ZodType<Condition> = z.lazy(() => z.union([fieldCondition, hasId, filter]));
const conditions = z.union([condition, z.array(condition)]).optional();
export const filter: z.ZodType<Filter> = z.lazy(() =>
  z.strictObject({ must: conditions, must_not: conditions, should: conditions }),
);

const withPayload = z.union([
  z.boolean(),
  z.array(z.string()),
  z.strictObject({ include: z.array(z.string()) }),
  z.strictObject({ exclude: z.array(z.string()) }),
]);
const withVector = z.union([z.boolean(), z.array(z.string())]);
const limit = z.int().min(0);

export const selection = { with_payload: withPayload.optional(), with_vector: withVector.optional() };
export type Selection = {
  with_payload?: z.infer<typeof withPayload> | undefined;
  with_vector?: boolean | string[] | undefined;
};

const vectorQuery = z.union([z.array(z.number()), sparseVector]);
const query = z.union([
  vectorQuery,
  z.strictObject({ nearest: vectorQuery }),
  z.strictObject({ fusion: z.enum(['rrf', 'dbsf']) }),
  z.strictObject({ rrf: z.strictObject({ k: z.int().min(1).optional() }) }),
]);
export type Query = z.infer<typeof query>;

const search = {
  query: query.optional(),
  using: z.string().optional(),
  filter: filter.optional(),
  params: z.strictObject({ exact: z.boolean().optional(), hnsw_ef: z.int().optional() }).optional(),
  score_threshold: z.number().optional(),
  limit: limit.optional(),
};
const prefetch = z.strictObject(search);
export const queryRequest = z.strictObject({
  ...search,
  ...selection,
  offset: z.int().min(0).optional(),
  prefetch: z.union([prefetch, z.array(prefetch)]).optional(),
});
export type QueryRequest = z.infer<typeof queryRequest>;
export const queryBatchRequest = z.strictObject({ searches: z.array(queryRequest) });
export const queryGroupsRequest = z.strictObject({
  ...search,
  ...selection,
  group_by: z.string(),
  group_size: z.int().min(1).optional(),
});

const vectorParams = z.strictObject({
  size: z.int().min(1).max(65_536),
  distance: z.enum(['Cosine', 'Dot']),
  on_disk: z.boolean().optional(),
});
export const vectorsConfig = z.record(z.string(), vectorParams);
export const createCollectionRequest = z.strictObject({
  vectors: vectorsConfig.optional(),
  sparse_vectors: z
    .record(z.string(), z.strictObject({ modifier: z.enum(['none', 'idf']).optional() }))
    .optional(),
  on_disk_payload: z.boolean().optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
});
export type CollectionParams = z.infer<typeof createCollectionRequest>;

export const strictModeConfig = z.strictObject({
  enabled: z.boolean().optional(),
  max_query_limit: z.int().min(1).optional(),
  unindexed_filtering_retrieve: z.boolean().optional(),
  read_rate_limit: z.int().min(1).optional(),
});
export type StrictModeConfig = z.infer<typeof strictModeConfig>;
export const updateCollectionRequest = z.strictObject({
  strict_mode_config: strictModeConfig.optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
});

const indexType = z.enum(['keyword', 'integer', 'datetime']);
const indexParams = z.union([
  z.strictObject({ type: z.literal('keyword'), is_tenant: z.boolean().optional() }),
  z.strictObject({
    type: z.literal('integer'),
    lookup: z.boolean().optional(),
    range: z.boolean().optional(),
  }),
  z.strictObject({ type: z.literal('datetime') }),
]);
export type IndexSchema = z.infer<typeof indexType> | z.infer<typeof indexParams>;
export const createIndexRequest = z.strictObject({
  field_name: z.string().min(1),
  field_schema: z.union([indexType, indexParams]),
});

export const point = z.strictObject({
  id: pointId,
  vector: namedVectors,
  payload: z.record(z.string(), z.unknown()).optional(),
});
export type Point = z.infer<typeof point>;
export const upsertRequest = z.strictObject({ points: z.array(point) });
export const deleteRequest = z.union([
  z.strictObject({ points: z.array(pointId) }),
  z.strictObject({ filter }),
]);
export type Selector = z.infer<typeof deleteRequest>;
export const setPayloadRequest = z.union([
  z.strictObject({ payload: z.record(z.string(), z.unknown()), points: z.array(pointId) }),
  z.strictObject({ payload: z.record(z.string(), z.unknown()), filter }),
]);
export const batchRequest = z.strictObject({
  operations: z.array(
    z.union([
      z.strictObject({ upsert: upsertRequest }),
      z.strictObject({ delete: deleteRequest }),
      z.strictObject({ set_payload: setPayloadRequest }),
    ]),
  ),
});
export const retrieveRequest = z.strictObject({ ids: z.array(pointId), ...selection });
export const scrollRequest = z.strictObject({
  ...selection,
  filter: filter.optional(),
  limit: limit.optional(),
  offset: pointId.optional(),
  order_by: z
    .union([z.string(), z.strictObject({ key: z.string(), direction: z.enum(['asc', 'desc']).optional() })])
    .optional(),
});
export const countRequest = z.strictObject({ filter: filter.optional(), exact: z.boolean().optional() });
export const facetRequest = z.strictObject({
  key: z.string(),
  filter: filter.optional(),
  limit: limit.optional(),
  exact: z.boolean().optional(),
});
export const aliasesRequest = z.strictObject({
  actions: z.array(
    z.union([
      z.strictObject({
        create_alias: z.strictObject({ collection_name: z.string(), alias_name: z.string() }),
      }),
      z.strictObject({ delete_alias: z.strictObject({ alias_name: z.string() }) }),
    ]),
  ),
});
