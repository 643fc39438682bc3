import type { ReadPassage, ReadUnit } from '../passage/read-passage.js';
import type { QuestionPart } from '../question/question.js';
import { coverTerm } from './cover-term.js';

/** The unit itself and what names it, nearest first: the item it goes on with, its heading. */
export function namingUnits(passage: ReadPassage, unit: ReadUnit): ReadUnit[] {
  const owner = unit.owner === null ? undefined : passage.units[unit.owner];
  const heading = unit.heading === null ? undefined : passage.units[unit.heading];
  if (owner === undefined) return heading === undefined ? [] : [heading];
  return heading === undefined ? [owner] : [owner, heading];
}

/**
 * 0–1: whether a unit is about the identifiers a part asks for. A bullet, row or heading that defines one says more than
 * a sentence that mentions it, and that more than a definition of another name. Without identifiers the names of
 * definitions are compared with the plain words.
 */
export function matchNames(part: QuestionPart, passage: ReadPassage, unit: ReadUnit): number {
  const naming = namingUnits(passage, unit);
  const defined = [unit, ...naming].map((one) => one.names);
  const asked = part.focus.filter((term) => term.identifier);
  if (asked.length === 0) {
    const own = defined.find((names) => names.length > 0) ?? [];
    if (own.length === 0) return 0.5;
    return part.focus.some(
      (term) =>
        term.weight >= 0.4 &&
        coverTerm(term, passage.subject) === 0 &&
        term.keys.some((key) => own.includes(key)),
    )
      ? 0.9
      : 0.4;
  }
  const scores = asked.map((term) => {
    const is = (names: readonly string[]): boolean => term.keys.some((key) => names.includes(key));
    const holds = (one: ReadUnit): boolean => term.keys.some((key) => one.keys.has(key));
    if (is(unit.names) || (unit.names.length === 0 && defined.slice(1).some(is))) return 1;
    if (holds(unit)) return defined.slice(0, naming.length).some((names) => names.length > 0) ? 0.35 : 0.7;
    if (defined.slice(1).some(is)) return 0.6;
    const leadIn = unit.leadIn === null ? undefined : passage.units[unit.leadIn];
    return leadIn !== undefined && holds(leadIn) ? 0.5 : 0;
  });
  return Math.max(...scores) * 0.5 + Math.min(...scores) * 0.5;
}
