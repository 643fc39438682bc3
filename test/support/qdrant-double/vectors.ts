import { invalid, wrongInput } from './refusal.js';
import type { CollectionParams, Point, PointId } from './request-schemas.js';
import type { SparseStored, StoredPoint } from './stored-point.js';

type GivenVector = Point['vector'][string];

/** Refuses sparse vectors the server's own validation refuses. `path` is how it names the place. */
export function checkSparse(vector: { indices: number[]; values: number[] }, path: string): void {
  if (new Set(vector.indices).size !== vector.indices.length) {
    throw invalid(`${path}indices: Validation error: must be unique [{}]`);
  }
  if (vector.indices.length !== vector.values.length) {
    throw invalid(`${path}values: Validation error: must be the same length as indices [{}]`);
  }
}

/** Gives a point's vectors as they are stored. Refuses unknown names and wrong lengths. */
export function storeVectors(
  given: Record<string, GivenVector>,
  params: CollectionParams,
): Pick<StoredPoint, 'dense' | 'sparse'> {
  const dense = new Map<string, Float32Array>();
  const sparse = new Map<string, SparseStored>();
  for (const [name, vector] of Object.entries(given)) {
    const config = params.vectors?.[name];
    if (config && Array.isArray(vector)) {
      if (vector.length !== config.size) {
        const detail = `expected dim: ${config.size}, got ${vector.length} for vector '${name}'`;
        throw wrongInput(`Vector dimension error: ${detail}`);
      }
      dense.set(name, config.distance === 'Cosine' ? unit(vector) : Float32Array.from(vector));
    } else if (params.sparse_vectors?.[name] && !Array.isArray(vector)) {
      const order = vector.indices.map((index, at) => ({
        index,
        value: Math.fround(vector.values[at] ?? 0),
      }));
      order.sort((a, b) => a.index - b.index);
      sparse.set(name, { indices: order.map((o) => o.index), values: order.map((o) => o.value) });
    } else {
      throw wrongInput(`Not existing vector name error: ${name}`);
    }
  }
  return { dense, sparse };
}

const f32 = Math.fround;

/** A vector of zeros has no direction and stays as it is. Every step is a 32-bit one, as on the server. */
export function unit(vector: readonly number[]): Float32Array {
  const single = Float32Array.from(vector);
  const length = f32(Math.sqrt(dot(single, single)));
  return length === 0 ? single : single.map((value) => value / length);
}

export function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, at) => f32(sum + f32(value * (b[at] ?? 0))), 0);
}

/** Gives ln(1 + (N − n + 0.5) / (n + 0.5)) for each index: N points with the vector, n of them with the index. */
export function inverseFrequencies(
  points: Iterable<StoredPoint>,
  name: string,
  indices: readonly number[],
): Map<number, number> {
  const having = new Map(indices.map((index) => [index, 0]));
  let total = 0;
  for (const { sparse } of points) {
    const vector = sparse.get(name);
    if (!vector) continue;
    total += 1;
    for (const index of vector.indices) {
      const count = having.get(index);
      if (count !== undefined) having.set(index, count + 1);
    }
  }
  return new Map(
    [...having].map(([index, n]) => [index, f32(Math.log(f32(f32((total - n + 0.5) / (n + 0.5)) + 1)))]),
  );
}

/** A list of ids with scores, best first, on its way through a query. */
export interface Scored {
  id: PointId;
  score: number;
}
