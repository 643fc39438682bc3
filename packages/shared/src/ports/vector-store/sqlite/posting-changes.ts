import type { Collection } from './collection.js';
import type { Database } from './database.js';
import { blockOf, emptyBlock, packBlock, placeOf, unpackBlock } from './posting-block.js';

/** Changes to the term index of one transaction, gathered so that each block is read and written once. */
export interface PostingChanges {
  /** Sets a chunk's weight for a term; null takes the chunk out. */
  set(space: number, term: number, rowid: number, weight: number | null): void;
  /** Writes what was gathered, and each term's document count with it. */
  apply(): void;
}

/** What changes for one term: rowid → weight, NaN for "no longer has it". */
type TermChanges = Map<number, number>;

/** Gathers changes for a collection. Belongs into a write transaction. */
export function gatherPostingChanges(database: Database, { id }: Collection): PostingChanges {
  const key = 'space = ? AND term = ? AND block = ?';
  const read = `SELECT entries FROM c${id}_posting WHERE ${key}`;
  const write = `INSERT OR REPLACE INTO c${id}_posting VALUES (?, ?, ?, ?)`;
  const erase = `DELETE FROM c${id}_posting WHERE ${key}`;
  const spaces = new Map<number, Map<number, TermChanges>>();

  /** Writes one block anew; gives by how many chunks the term's count moved. */
  const applyBlock = (space: number, term: number, block: number, changes: [number, number][]): number => {
    const stored = database.get<{ entries: Uint8Array }>(read, space, term, block)?.entries;
    const weights = emptyBlock();
    const before = stored ? unpackBlock(stored) : null;
    before?.places.forEach((place, index) => {
      weights[place] = before.weights[index] ?? Number.NaN;
    });
    for (const [rowid, weight] of changes) weights[placeOf(rowid)] = weight;
    const packed = packBlock(weights);
    if (packed.length === 0) database.run(erase, space, term, block);
    else if (!stored || Buffer.compare(stored, packed) !== 0) database.run(write, space, term, block, packed);
    return (packed.length - (stored?.length ?? 0)) / 5;
  };

  const applyTerm = (space: number, term: number, changes: TermChanges): number => {
    const blocks = new Map<number, [number, number][]>();
    for (const change of changes) {
      const block = blockOf(change[0]);
      const known = blocks.get(block);
      if (known) known.push(change);
      else blocks.set(block, [change]);
    }
    let moved = 0;
    for (const [block, ofBlock] of blocks) moved += applyBlock(space, term, block, ofBlock);
    return moved;
  };

  return {
    set(space, term, rowid, weight) {
      const terms = spaces.get(space) ?? new Map<number, TermChanges>();
      spaces.set(space, terms);
      const known = terms.get(term);
      if (known) known.set(rowid, weight ?? Number.NaN);
      else terms.set(term, new Map([[rowid, weight ?? Number.NaN]]));
    },
    apply() {
      const counts = new Map<number, number>();
      for (const [space, terms] of spaces) {
        // In the order of the key, so that neighbouring blocks are written while their page is at hand.
        for (const [term, changes] of [...terms].sort(([a], [b]) => a - b)) {
          counts.set(term, (counts.get(term) ?? 0) + applyTerm(space, term, changes));
        }
      }
      database.run(
        `UPDATE c${id}_term AS term SET df = df + change.value FROM json_each(?) AS change
         WHERE term.id = CAST(change.key AS INTEGER)`,
        JSON.stringify(Object.fromEntries([...counts].filter(([, moved]) => moved !== 0))),
      );
    },
  };
}
