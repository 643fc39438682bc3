import type { z } from 'zod';
import { shortFloat32 } from './float32.js';
import { checkFacetIndex, checkOrderIndex, orderValue } from './payload-index.js';
import type { PointCollection } from './point-collection.js';
import type {
  countRequest,
  facetRequest,
  QueryRequest,
  queryGroupsRequest,
  Selection,
  scrollRequest,
} from './request-schemas.js';
import { runQuery } from './run-query.js';
import { compareIds, type StoredPoint, selected } from './stored-point.js';
import { checkStrictMode } from './strict-mode.js';

const DEFAULT_LIMIT = 10;

/** What every read owes first: strict mode's leave and a token of the rate limit. */
export function admitRead(collection: PointCollection, request: Parameters<typeof checkStrictMode>[2]): void {
  checkStrictMode(collection.strictMode, collection.indexes, request);
  collection.rateLimit?.take();
}

export function answerQuery(collection: PointCollection, request: QueryRequest) {
  admitRead(collection, request);
  return { points: scoredPoints(collection, request) };
}

function scoredPoints(collection: PointCollection, request: QueryRequest) {
  return runQuery({ points: collection.points(), params: collection.params }, request).flatMap(
    ({ id, score }) => {
      const point = collection.get(id);
      if (!point) return [];
      return [{ id, version: point.version, score: shortFloat32(score), ...selected(point, request) }];
    },
  );
}

/** Of equal scores the newer point comes first here: so it was recorded. */
export function answerQueryGroups(collection: PointCollection, request: z.infer<typeof queryGroupsRequest>) {
  admitRead(collection, request);
  const { group_by, group_size = 3, limit = DEFAULT_LIMIT, ...search } = request;
  const groups = new Map<unknown, ReturnType<typeof scoredPoints>>();
  const points = collection.points().reverse();
  for (const { id, score } of runQuery(
    { points, params: collection.params },
    { ...search, limit: points.length },
  )) {
    const point = collection.get(id);
    const key = point?.payload[group_by];
    if (!point || key === undefined || (!groups.has(key) && groups.size === limit)) continue;
    const hits = groups.get(key) ?? [];
    if (hits.length < group_size) {
      hits.push({ id, version: point.version, score: shortFloat32(score), ...selected(point, request) });
    }
    groups.set(key, hits);
  }
  return { groups: [...groups].map(([id, hits]) => ({ hits, id })) };
}

export function answerCount(collection: PointCollection, request: z.infer<typeof countRequest>) {
  admitRead(collection, request);
  return { count: collection.points(request.filter).length };
}

export function answerFacet(collection: PointCollection, request: z.infer<typeof facetRequest>) {
  admitRead(collection, request);
  checkFacetIndex(collection.indexes, request.key);
  const counts = new Map<string | number, number>();
  for (const { payload } of collection.points(request.filter)) {
    for (const value of [payload[request.key]].flat()) {
      if (typeof value !== 'string' && typeof value !== 'number') continue;
      counts.set(value, (counts.get(value) ?? 0) + 1);
    }
  }
  const hits = [...counts].map(([value, count]) => ({ value, count }));
  hits.sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
  return { hits: hits.slice(0, request.limit ?? DEFAULT_LIMIT) };
}

/** Gives points with ids one by one; ids that are not there are left out. */
export function recordOf(point: StoredPoint, selection: Selection) {
  return { id: point.id, ...selected(point, selection) };
}

export function answerScroll(collection: PointCollection, request: z.infer<typeof scrollRequest>) {
  admitRead(collection, request);
  const { filter, limit = DEFAULT_LIMIT, offset, order_by, with_payload = true, with_vector } = request;
  const selection = { with_payload, with_vector };
  const points = collection.points(filter).sort((a, b) => compareIds(a.id, b.id));
  if (order_by === undefined) {
    const from = offset === undefined ? points : points.filter(({ id }) => compareIds(id, offset) >= 0);
    return {
      points: from.slice(0, limit).map((point) => recordOf(point, selection)),
      next_page_offset: from[limit]?.id ?? null,
    };
  }
  const { key, direction = 'asc' } = typeof order_by === 'string' ? { key: order_by } : order_by;
  const type = checkOrderIndex(collection.indexes, key);
  const sign = direction === 'asc' ? 1 : -1;
  const ordered = points.flatMap((point) => {
    const value = orderValue(point.payload[key], type);
    return value === null ? [] : [{ point, value }];
  });
  ordered.sort((a, b) => sign * (a.value - b.value));
  return {
    points: ordered
      .slice(0, limit)
      .map(({ point, value }) => ({ ...recordOf(point, selection), order_value: value })),
    next_page_offset: null,
  };
}
