import { shortFloat32 } from './float32.js';
import type { Point, PointId, Selection } from './request-schemas.js';

export interface SparseStored {
  indices: number[];
  values: number[];
}

/** A point as the double keeps it: 32-bit vectors, dense ones of length 1 where the distance is cosine. */
export interface StoredPoint {
  id: PointId;
  /** Number of the operation that wrote it last. */
  version: number;
  dense: Map<string, Float32Array>;
  sparse: Map<string, SparseStored>;
  payload: Record<string, unknown>;
}

/** Gives the order of ids: integers by value, then UUIDs. */
export function compareIds(a: PointId, b: PointId): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === typeof b) return a < b ? -1 : a > b ? 1 : 0;
  return typeof a === 'number' ? -1 : 1;
}

/** Gives a UUID in the form the server stores and gives back. */
export function canonicalId(id: Point['id']): PointId {
  if (typeof id === 'number') return id;
  const hex = id.replaceAll('-', '').toLowerCase();
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** Gives what was asked of a point's payload and vectors, as fields of an answer. */
export function selected(
  point: StoredPoint,
  { with_payload, with_vector }: Selection,
): { payload?: Record<string, unknown>; vector?: Record<string, unknown> } {
  const payload = selectPayload(point.payload, with_payload ?? false);
  const vector = selectVectors(point, with_vector ?? false);
  return { ...(payload ? { payload } : {}), ...(vector ? { vector } : {}) };
}

function selectPayload(
  payload: Record<string, unknown>,
  choice: NonNullable<Selection['with_payload']>,
): Record<string, unknown> | null {
  if (choice === false) return null;
  if (choice === true) return payload;
  const passes = Array.isArray(choice)
    ? (key: string) => choice.includes(key)
    : 'include' in choice
      ? (key: string) => choice.include.includes(key)
      : (key: string) => !choice.exclude.includes(key);
  return Object.fromEntries(Object.entries(payload).filter(([key]) => passes(key)));
}

function selectVectors(point: StoredPoint, choice: boolean | string[]): Record<string, unknown> | null {
  if (choice === false) return null;
  const wanted = (name: string) => choice === true || choice.includes(name);
  const all: Record<string, unknown> = {};
  for (const [name, { indices, values }] of point.sparse) {
    if (wanted(name)) all[name] = { indices, values: values.map(shortFloat32) };
  }
  for (const [name, vector] of point.dense) if (wanted(name)) all[name] = Array.from(vector, shortFloat32);
  return all;
}
