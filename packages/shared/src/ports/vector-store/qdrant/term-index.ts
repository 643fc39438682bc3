import type { SparseVector } from '../chunk.js';

/** Qdrant's form of a sparse vector: unique uint32 indices, a value each. */
export interface IndexedVector {
  indices: number[];
  values: number[];
}

/** Stands for "no term at all"; no term ever gets this index. */
const NO_TERM = 0;

/**
 * Gives a term's index: 32-bit FNV-1a of its UTF-8 bytes, 1 to 2^32 − 1. Stored data depend on it: never change it.
 * Source of the method: Fowler, Noll, Vo; RFC 9923.
 */
export function termIndex(term: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(term, 'utf8')) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0 || 1;
}

/** Gives the vector by index, ascending; weights of terms that share an index are summed, zero weights left out. */
export function indexTerms(terms: SparseVector): IndexedVector {
  const byIndex = new Map<number, number>();
  for (const [term, weight] of terms) {
    if (weight === 0) continue;
    const index = termIndex(term);
    byIndex.set(index, (byIndex.get(index) ?? 0) + weight);
  }
  const indices = [...byIndex.keys()].sort((a, b) => a - b);
  return { indices, values: indices.map((index) => byIndex.get(index) ?? 0) };
}

/**
 * Gives a chunk's stored vector. A chunk without terms gets one no query asks for: the server's N counts points
 * that have a lexical vector, the port's N counts chunks.
 */
export function indexChunkTerms(terms: SparseVector): IndexedVector {
  const vector = indexTerms(terms);
  return vector.indices.length > 0 ? vector : { indices: [NO_TERM], values: [1] };
}
