import type { ReadPassage, ReadUnit } from '../passage/read-passage.js';
import type { FocusTerm } from '../question/question.js';
import type { Keys } from '../words/wanted-keys.js';

/** 0–1: whether a set of keys holds a term itself (1), its parts (0.9) or another word for it (0.8). */
export function coverTerm(term: FocusTerm, keys: Keys): number {
  if (keys.size === 0) return 0;
  for (const key of term.keys) if (keys.has(key)) return 1;
  // `keepAliveMaxTimeout` has all the words of `keepAliveTimeout` and is another thing.
  if (term.parts.length > 1 && term.parts.every((part) => keys.has(part))) return term.identifier ? 0.4 : 0.9;
  for (const key of term.related) if (keys.has(key)) return 0.8;
  return 0;
}

/** Weight of a place for a word found there, seen from a unit: the nearer, the more it says about it. */
const NEAR = { unit: 1, heading: 0.95, leadIn: 0.9, beside: 0.8, section: 0.6, about: 0.75, passage: 0.4 };

/** 0–1: how surely a term belongs to what a unit says, by where in the passage it stands. */
export function coverInContext(term: FocusTerm, passage: ReadPassage, index: number): number {
  const unit = passage.units[index];
  if (unit === undefined) return 0;
  let best = coverTerm(term, unit.keys) * NEAR.unit;
  const consider = (keys: ReadonlySet<string> | undefined, factor: number): void => {
    if (keys !== undefined && best < factor) best = Math.max(best, coverTerm(term, keys) * factor);
  };
  consider(unitAt(passage, unit.heading)?.keys, NEAR.heading);
  consider(unitAt(passage, unit.owner)?.keys, NEAR.heading);
  consider(unitAt(passage, unit.leadIn)?.keys, NEAR.leadIn);
  // A name in the title or address is the subject of the whole page.
  consider(passage.about, term.exact || term.weight > 1 ? 1 : NEAR.about);
  for (const beside of [index - 1, index + 1]) {
    const other = passage.units[beside];
    if (other?.section === unit.section)
      consider(other.keys, other.kind === 'item' && unit.kind === 'item' ? NEAR.passage : NEAR.beside);
  }
  consider(passage.sections.get(unit.section), NEAR.section);
  consider(passage.all, NEAR.passage);
  return best;
}

function unitAt(passage: ReadPassage, index: number | null): ReadUnit | undefined {
  return index === null ? undefined : passage.units[index];
}
