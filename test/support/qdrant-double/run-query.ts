import { matchesFilter } from './matches-filter.js';
import { wrongInput } from './refusal.js';
import type { CollectionParams, Filter, Query, QueryRequest } from './request-schemas.js';
import { compareIds, type StoredPoint } from './stored-point.js';
import { checkSparse, dot, inverseFrequencies, type Scored, unit } from './vectors.js';

const DEFAULT_LIMIT = 10;
const DEFAULT_RRF_K = 2;

export interface Searched {
  points: readonly StoredPoint[];
  params: CollectionParams;
}

type Search = Pick<QueryRequest, 'query' | 'using' | 'filter' | 'score_threshold' | 'limit'>;

/** Gives the ids a query finds, best first, `offset` of them skipped. Of equal scores the older point comes first. */
export function runQuery(searched: Searched, request: QueryRequest): Scored[] {
  const { offset = 0, limit = DEFAULT_LIMIT } = request;
  const lists =
    request.prefetch === undefined ? [] : [request.prefetch].flat().map((one) => runQuery(searched, one));
  const fused = request.query === undefined ? null : fuse(request.query, lists);
  const scored = fused ?? search(searched, request);
  const threshold = request.score_threshold ?? Number.NEGATIVE_INFINITY;
  return scored
    .filter(({ score }) => score >= threshold)
    .sort((a, b) => b.score - a.score)
    .slice(offset, offset + limit);
}

function search({ points, params }: Searched, request: Search): Scored[] {
  const { filter, using = '' } = request;
  if (request.query === undefined) return byId(points, filter);
  const vector = nearestOf(request.query);
  if (!vector) throw wrongInput('A fusion needs a prefetch');
  if (!Array.isArray(vector)) {
    if (!params.sparse_vectors?.[using]) throw wrongInput(`Not existing vector name error: ${using}`);
    checkSparse(vector, 'internal.query.?.');
    return searchSparse(points, using, params.sparse_vectors[using].modifier === 'idf', vector, filter);
  }
  const config = params.vectors?.[using];
  if (!config) throw wrongInput(`Not existing vector name error: ${using}`);
  if (vector.length !== config.size) {
    throw wrongInput(`Vector dimension error: expected dim: ${config.size}, got ${vector.length}`);
  }
  const asked = config.distance === 'Cosine' ? unit(vector) : Float32Array.from(vector);
  return points.flatMap((point) => {
    const stored = point.dense.get(using);
    if (!stored || !matchesFilter(point, filter)) return [];
    return [{ id: point.id, score: Math.fround(dot(asked, stored)) }];
  });
}

function nearestOf(query: Query): number[] | { indices: number[]; values: number[] } | null {
  if (Array.isArray(query) || 'indices' in query) return query;
  return 'nearest' in query ? query.nearest : null;
}

function byId(points: readonly StoredPoint[], filter: Filter | undefined): Scored[] {
  return points
    .filter((point) => matchesFilter(point, filter))
    .sort((a, b) => compareIds(a.id, b.id))
    .map(({ id }) => ({ id, score: 0 }));
}

/** Only points that share an index with the question are found; the frequencies are those of the whole collection. */
function searchSparse(
  points: readonly StoredPoint[],
  name: string,
  idf: boolean,
  query: { indices: number[]; values: number[] },
  filter: Filter | undefined,
): Scored[] {
  const frequencies = idf ? inverseFrequencies(points, name, query.indices) : null;
  const weights = new Map(
    query.indices.map((index, at) => [
      index,
      Math.fround(Math.fround(query.values[at] ?? 0) * (frequencies?.get(index) ?? 1)),
    ]),
  );
  return points.flatMap((point) => {
    const stored = point.sparse.get(name);
    if (!stored || !matchesFilter(point, filter)) return [];
    const common = stored.indices.flatMap((index, at) => {
      const weight = weights.get(index);
      return weight === undefined ? [] : [Math.fround(weight * (stored.values[at] ?? 0))];
    });
    if (common.length === 0) return [];
    return [{ id: point.id, score: common.reduce((sum, part) => Math.fround(sum + part), 0) }];
  });
}

/** Joins ranked lists as the server does, or gives null when the query is no fusion. */
function fuse(query: Query, lists: readonly Scored[][]): Scored[] | null {
  if (Array.isArray(query) || lists.length === 0) return null;
  if ('rrf' in query) return sumUp(lists, reciprocalRanks(query.rrf.k ?? DEFAULT_RRF_K));
  if (!('fusion' in query)) return null;
  return sumUp(lists, query.fusion === 'rrf' ? reciprocalRanks(DEFAULT_RRF_K) : standardScores);
}

/** Ranks count from 0. */
const reciprocalRanks = (k: number) => (list: readonly Scored[]) =>
  list.map((_, rank) => Math.fround(1 / (k + rank)));

/** Scores between mean − 3σ and mean + 3σ of the list become 0 to 1; σ is that of a sample. */
function standardScores(list: readonly Scored[]): number[] {
  const f32 = Math.fround;
  const mean = f32(list.reduce((sum, { score }) => f32(sum + score), 0) / list.length);
  const squares = list.reduce((sum, { score }) => f32(sum + f32(f32(score - mean) ** 2)), 0);
  const spread = f32(3 * f32(Math.sqrt(f32(squares / (list.length - 1)))));
  if (!(spread > 0)) return list.map(() => 0.5);
  const low = f32(mean - spread);
  const width = f32(f32(mean + spread) - low);
  return list.map(({ score }) => f32(f32(score - low) / width));
}

function sumUp(lists: readonly Scored[][], rate: (list: readonly Scored[]) => number[]): Scored[] {
  const sums = new Map<Scored['id'], number>();
  for (const list of lists) {
    const rates = rate(list);
    list.forEach(({ id }, at) => {
      sums.set(id, Math.fround((sums.get(id) ?? 0) + (rates[at] ?? 0)));
    });
  }
  return [...sums].map(([id, score]) => ({ id, score }));
}
