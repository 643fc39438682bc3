/** Chooses the same things in the same order for the same seed, so that two runs measure the same work. */
export interface SeededRandom {
  /** A whole number from 0 to below `limit`. */
  below(limit: number): number;
  /** One of the items. */
  pick<T>(items: readonly [T, ...T[]]): T;
}

/** mulberry32; the quality of a benchmark's text, not of a key. */
export function seededRandom(seed: number): SeededRandom {
  let state = seed;
  const below = (limit: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  };
  return { below, pick: (items) => items[below(items.length)] ?? items[0] };
}
