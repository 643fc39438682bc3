import type { SparseVector } from '../../ports/vector-store/chunk.js';
import { analyse } from './analyse.js';

// The usual BM25 parameters; one setting for every collection, because stored weights depend on them.
const K1 = 1.2;
const B = 0.75;
/** Words in a chunk of the default size; fixed, so that a weight never depends on what else is stored. */
const AVERAGE_LENGTH = 200;

// A title or heading speaks for its passage, less than the passage itself.
const TITLE_SHARE = 0.5;
const HEADING_SHARE = 0.5;

/**
 * The lexical vector of a passage: BM25 weight of each term, with saturation of how often it occurs and the
 * passage's length against a fixed average. Title and headings count as occurrences in part, and not as length.
 */
export function passageWeights(
  text: string,
  language: string | null,
  place: { title: string; headingPath: readonly string[] },
): SparseVector {
  const { terms, length } = analyse(text, language);
  const addShare = (part: string, share: number) => {
    for (const term of analyse(part, language).terms.keys()) terms.set(term, (terms.get(term) ?? 0) + share);
  };
  addShare(place.title, TITLE_SHARE);
  addShare(place.headingPath.join('\n'), HEADING_SHARE);
  const norm = K1 * (1 - B + (B * length) / AVERAGE_LENGTH);
  return new Map([...terms].map(([term, tf]) => [term, (tf * (K1 + 1)) / (tf + norm)]));
}
