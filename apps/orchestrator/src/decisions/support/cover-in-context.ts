import type { ReadPassage, ReadUnit } from '../passage/read-passage.js';
import type { FocusTerm } from '../question/question.js';
import { raiseTo, type TermCover } from './term-cover.js';

/** Weight of a place for a word found there, seen from a unit: the nearer, the more it says about it. */
const NEAR = { heading: 0.95, leadIn: 0.9, beside: 0.8, section: 0.6, about: 0.75, passage: 0.4 };

/** 0–1 for each term: how surely it belongs to what a unit says, by where in the passage it stands. */
export function coverInContext(
  terms: readonly FocusTerm[],
  cover: TermCover,
  passage: ReadPassage,
  index: number,
): number[] {
  const unit = passage.units[index];
  if (unit === undefined) return terms.map(() => 0);
  // A name in the title or address is the subject of the whole page.
  const about = cover.of(passage.about);
  const near = terms.map((term, at) => (about[at] ?? 0) * (term.exact || term.weight > 1 ? 1 : NEAR.about));
  const places: [at: number | null, weight: number][] = [
    [index, 1],
    [unit.heading, NEAR.heading],
    [unit.owner, NEAR.heading],
    [unit.leadIn, NEAR.leadIn],
    [index - 1, weightBeside(unit, passage.units[index - 1])],
    [index + 1, weightBeside(unit, passage.units[index + 1])],
  ];
  for (const [at, weight] of places) {
    const keys = at === null || weight === 0 ? undefined : passage.units[at]?.keys;
    if (keys !== undefined && keys.size > 0) raiseTo(near, cover.of(keys), weight);
  }
  const section = passage.sections.get(unit.section);
  if (section !== undefined) raiseTo(near, cover.of(section), NEAR.section);
  raiseTo(near, cover.of(passage.all), NEAR.passage);
  return near;
}

/** What the unit before or behind says belongs to a unit under the same heading; of a list, each item stands for itself. */
function weightBeside(unit: ReadUnit, other: ReadUnit | undefined): number {
  if (other?.section !== unit.section) return 0;
  return other.kind === 'item' && unit.kind === 'item' ? NEAR.passage : NEAR.beside;
}
