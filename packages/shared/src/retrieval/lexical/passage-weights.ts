import type { SparseVector } from '../../ports/vector-store/chunk.js';
import { analyse } from './analyse.js';

// The usual BM25 parameters; one setting for every collection, because stored weights depend on them.
const K1 = 1.2;
const B = 0.75;
/** In words; fixed, so that a weight never depends on what else is stored. Measured: better than a full chunk's 200. */
const AVERAGE_LENGTH = 120;

// A title speaks for its passage like a sentence of it; the nearest heading mostly stands in the passage already.
const TITLE_SHARE = 1;
const HEADING_SHARE = 0.5;

/**
 * The lexical vector of a passage: BM25 weight of each term, with saturation of how often it occurs and the
 * passage's length against a fixed average. Title and headings count as occurrences, headings in part, and not as length.
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
