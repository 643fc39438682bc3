import type { Collection } from './collection.js';
import type { Database } from './database.js';
import { blockOf, decodeBlock, encodeBlock, placeOf } from './posting-block.js';

/** Changes to the term index of one transaction, gathered so that each block is read and written once. */
export interface PostingChanges {
  /** Sets a chunk's weight for a term; null takes the chunk out. */
  set(space: number, term: number, rowid: number, weight: number | null): void;
  /** Writes what was gathered. */
  apply(): void;
}

const sameBytes = (a: Uint8Array | undefined, b: Uint8Array) => a !== undefined && Buffer.compare(a, b) === 0;

/** Gathers changes for a collection. */
export function gatherPostingChanges(database: Database, { id }: Collection): PostingChanges {
  const spaces = new Map<number, Map<number, Map<number, Map<number, number | null>>>>();

  const child = <V>(parent: Map<number, V>, key: number, make: () => V): V => {
    const known = parent.get(key);
    if (known !== undefined) return known;
    const made = make();
    parent.set(key, made);
    return made;
  };

  const applyBlock = (space: number, term: number, block: number, changes: Map<number, number | null>) => {
    const stored = database.get<{ entries: Uint8Array }>(
      `SELECT entries FROM c${id}_posting WHERE space = ? AND term = ? AND block = ?`,
      space,
      term,
      block,
    )?.entries;
    const entries = new Map<number, number>();
    if (stored) {
      const { places, weights } = decodeBlock(stored);
      for (const [index, place] of places.entries()) entries.set(place, weights[index] ?? 0);
    }
    for (const [place, weight] of changes) {
      if (weight === null) entries.delete(place);
      else entries.set(place, weight);
    }
    const packed = encodeBlock(entries);
    if (entries.size === 0) {
      database.run(
        `DELETE FROM c${id}_posting WHERE space = ? AND term = ? AND block = ?`,
        space,
        term,
        block,
      );
    } else if (!sameBytes(stored, packed)) {
      database.run(`INSERT OR REPLACE INTO c${id}_posting VALUES (?, ?, ?, ?)`, space, term, block, packed);
    }
  };

  return {
    set(space, term, rowid, weight) {
      const terms = child(spaces, space, () => new Map());
      const blocks = child(terms, term, () => new Map());
      child(blocks, blockOf(rowid), () => new Map()).set(placeOf(rowid), weight);
    },
    apply() {
      for (const [space, terms] of spaces) {
        // In the order of the key, so that neighbouring blocks are written while their page is at hand.
        for (const [term, blocks] of [...terms].sort(([a], [b]) => a - b)) {
          for (const [block, changes] of blocks) applyBlock(space, term, block, changes);
        }
      }
    },
  };
}
