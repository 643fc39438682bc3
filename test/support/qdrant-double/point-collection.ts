import { matchesFilter } from './matches-filter.js';
import { describeIndexes } from './payload-index.js';
import { badRequest, Refusal } from './refusal.js';
import type {
  CollectionParams,
  Filter,
  IndexSchema,
  Point,
  Selector,
  StrictModeConfig,
} from './request-schemas.js';
import { canonicalId, type StoredPoint } from './stored-point.js';
import { ReadRateLimit } from './strict-mode.js';
import { checkSparse, storeVectors } from './vectors.js';

/**
 * One collection: its points, indexes and limits. Lexical scores count live points only, as a real server does once
 * its optimizer has run; until then that one still counts what was deleted.
 */
export class PointCollection {
  readonly params: CollectionParams;
  readonly indexes = new Map<string, IndexSchema>();
  metadata: Record<string, unknown> | undefined;
  strictMode: StrictModeConfig = {};
  rateLimit: ReadRateLimit | null = null;
  readonly #points = new Map<StoredPoint['id'], StoredPoint>();
  #operation = 0;
  /** Sparse vectors are indexed at once; those of points since deleted still count. */
  #indexedVectors = 0;

  constructor(params: CollectionParams) {
    this.params = params;
    this.metadata = params.metadata;
  }

  points(filter?: Filter): StoredPoint[] {
    return [...this.#points.values()].filter((point) => matchesFilter(point, filter));
  }

  get(id: Point['id']): StoredPoint | undefined {
    return this.#points.get(canonicalId(id));
  }

  /** Takes all points or none; gives the number of the operation. */
  upsert(points: readonly Point[]): number {
    points.forEach(({ vector }, at) => {
      for (const one of Object.values(vector)) {
        if (!Array.isArray(one)) checkSparse(one, `points[${at}].vector.?.`);
      }
    });
    if (points.length === 0) throw badRequest('Empty update request');
    const stored = points.map(({ id, vector, payload = {} }) => ({
      id: canonicalId(id),
      payload,
      ...this.#stored(vector),
    }));
    const version = this.#next();
    for (const point of stored) {
      if (!this.#points.has(point.id)) this.#indexedVectors += point.sparse.size;
      this.#points.set(point.id, { ...point, version });
    }
    return version;
  }

  delete(selector: Selector): number {
    const version = this.#next();
    for (const { id } of this.#chosen(selector)) this.#points.delete(id);
    return version;
  }

  setPayload(payload: Record<string, unknown>, selector: Selector): number {
    const version = this.#next();
    for (const point of this.#chosen(selector)) {
      this.#points.set(point.id, { ...point, version, payload: { ...point.payload, ...payload } });
    }
    return version;
  }

  createIndex(field: string, schema: IndexSchema): number {
    this.indexes.set(field, schema);
    // the server takes an old index away first: two operations
    this.#next();
    return this.#next();
  }

  update(
    strictMode: StrictModeConfig | undefined,
    metadata: Record<string, unknown> | undefined,
    now: () => number,
  ) {
    this.strictMode = { ...this.strictMode, ...strictMode };
    const { enabled, read_rate_limit } = this.strictMode;
    if (strictMode)
      this.rateLimit = enabled && read_rate_limit ? new ReadRateLimit(read_rate_limit, now) : null;
    if (metadata) this.metadata = { ...this.metadata, ...metadata };
  }

  describe(): Record<string, unknown> {
    const { vectors = {}, sparse_vectors, on_disk_payload = true } = this.params;
    const points = this.points();
    return {
      status: 'green',
      optimizer_status: 'ok',
      indexed_vectors_count: this.#indexedVectors,
      points_count: points.length,
      segments_count: 2,
      config: {
        params: {
          vectors,
          shard_number: 1,
          replication_factor: 1,
          write_consistency_factor: 1,
          on_disk_payload,
          ...(sparse_vectors ? { sparse_vectors } : {}),
        },
        ...SERVER_DEFAULTS,
        ...(Object.keys(this.strictMode).length > 0 ? { strict_mode_config: this.strictMode } : {}),
        ...(this.metadata ? { metadata: this.metadata } : {}),
      },
      payload_schema: describeIndexes(this.indexes, points),
      update_queue: { length: 0 },
    };
  }

  #stored(vector: Point['vector']) {
    try {
      return storeVectors(vector, this.params);
    } catch (thrown) {
      // a wrong length is seen before the write-ahead log, an unknown name after it
      if (thrown instanceof Refusal && thrown.message.includes('Not existing vector name')) this.#next();
      throw thrown;
    }
  }

  #chosen(selector: Selector): StoredPoint[] {
    if ('filter' in selector) return this.points(selector.filter);
    return selector.points.flatMap((id) => this.get(id) ?? []);
  }

  #next(): number {
    this.#operation += 1;
    return this.#operation;
  }
}

const SERVER_DEFAULTS = {
  hnsw_config: {
    m: 16,
    ef_construct: 100,
    full_scan_threshold: 10_000,
    max_indexing_threads: 0,
    on_disk: false,
  },
  optimizer_config: {
    deleted_threshold: 0.2,
    vacuum_min_vector_number: 1000,
    default_segment_number: 0,
    max_segment_size: null,
    memmap_threshold: null,
    indexing_threshold: 10_000,
    flush_interval_sec: 5,
    max_optimization_threads: null,
    prevent_unoptimized: null,
  },
  wal_config: { wal_capacity_mb: 32, wal_segments_ahead: 0, wal_retain_closed: 1 },
  quantization_config: null,
};
