import type { ReadPassage } from '../passage/read-passage.js';
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
  const consider = (at: number | null, weight: number): void => {
    const other = at === null ? undefined : passage.units[at];
    if (other !== undefined && other.keys.size > 0) raiseTo(near, cover.of(other.keys), weight);
  };
  consider(index, 1);
  consider(unit.heading, NEAR.heading);
  consider(unit.owner, NEAR.heading);
  consider(unit.leadIn, NEAR.leadIn);
  for (const at of [index - 1, index + 1]) {
    const other = passage.units[at];
    if (other?.section !== unit.section) continue;
    consider(at, other.kind === 'item' && unit.kind === 'item' ? NEAR.passage : NEAR.beside);
  }
  const section = passage.sections.get(unit.section);
  if (section !== undefined) raiseTo(near, cover.of(section), NEAR.section);
  raiseTo(near, cover.of(passage.all), NEAR.passage);
  return near;
}
