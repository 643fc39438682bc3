import type { ReadPassage, ReadUnit } from '../passage/read-passage.js';
import { cellsOf } from '../passage/readable-text.js';
import type { FocusTerm, QuestionPart } from '../question/question.js';
import { coverInContext } from './cover-in-context.js';
import { coverTerm } from './cover-term.js';
import { statesDefault } from './default-statement.js';
import type { SupportFeatures } from './features.js';
import { matchKind } from './match-kind.js';
import { matchTarget } from './match-target.js';
import { matchNames, namingUnits } from './name-match.js';
import { raiseTo, type TermCover } from './term-cover.js';

/** What a unit says on a part: its features, and the terms that nothing near it holds. */
interface Measured {
  features: SupportFeatures;
  missing: string[];
}

/** What the terms of a part weigh beside the passages that were found. */
export interface TermWeights {
  /** How far the keys of a place hold the terms. */
  cover: TermCover;
  /** By place in the part's focus. */
  weights: readonly number[];
  /** Weight of the heaviest term that none of the passages holds. */
  unknown: number;
  /** Keys of all words of the part. */
  spoken: ReadonlySet<string>;
  /** The part names one of the pages: then the others are about other things. */
  namesPage: boolean;
  /** By source, the places in the focus of names that most of its passages bear: the subject of the whole site. */
  siteTerms: ReadonlyMap<string, ReadonlySet<number>>;
}

/** How far the subject of a site belongs to each of its units. */
const OF_SITE = 0.6;

/** Measures a unit against a part of a question; null when it shares no term with it. */
export function measureUnit(
  part: QuestionPart,
  { cover, weights, unknown, spoken, namesPage, siteTerms }: TermWeights,
  passage: ReadPassage,
  index: number,
): Measured | null {
  const unit = passage.units[index];
  if (unit === undefined || unit.kind === 'heading') return null;
  const naming = namingUnits(passage, unit);
  if (unit.keys.size === 0 && naming.every((one) => one.keys.size === 0)) return null;
  const inOwnWords = [...cover.of(unit.keys)];
  for (const one of naming) raiseTo(inOwnWords, cover.of(one.keys), 0.9);
  // Most units of a passage: what they say and what stands around them need not be looked at.
  if (inOwnWords.every((share) => share === 0) || !unit.saysSomething) return null;
  const leadIn = unit.leadIn === null ? undefined : passage.units[unit.leadIn];
  const namedBy = leadIn === undefined ? naming : [...naming, leadIn];
  const covered = new Share();
  const inUnit = new Share();
  const rare = new Share();
  const exact = new Share();
  const headed = new Share();
  const plainMissing = new Share();
  const missing: string[] = [];
  const inContext = coverInContext(part.focus, cover, passage, index);
  const inSubject = cover.of(passage.subject);
  const ofSite = siteTerms.get(passage.evidence.source_id);
  let heaviest = 0;
  let gap = 0;
  for (const [at, term] of part.focus.entries()) {
    const weight = weights[at] ?? term.weight;
    const here = inOwnWords[at] ?? 0;
    const near = Math.max(here, inContext[at] ?? 0, ofSite?.has(at) === true ? OF_SITE : 0);
    const subject = (inSubject[at] ?? 0) > 0;
    const named = term.exact || weight >= 1.8;
    covered.add(weight, near);
    inUnit.add(weight, here);
    if (weight > 1 && !subject) rare.add(weight, here);
    if (named && !subject) exact.add(weight, near >= 0.55 ? near : 0);
    if (!named && weight >= 0.4) plainMissing.add(weight, near < 0.35 ? 1 : 0);
    if (weight >= 0.5 && !subject) {
      let inNames = 0;
      for (const one of namedBy) inNames = Math.max(inNames, cover.of(one.keys)[at] ?? 0);
      headed.add(weight, inNames);
      gap = Math.max(gap, weight * (1 - Math.max(here, inNames, near * 0.8)));
    }
    if (near >= 0.35) continue;
    if (named) heaviest = Math.max(heaviest, weight);
    if (weight >= 0.5) missing.push(term.text);
  }
  const stated = part.asksDefault ? statesDefault(unit.text, defaultCell(passage, unit)) : 1;
  const features: SupportFeatures = {
    coverage: covered.or(0),
    inUnit: inUnit.or(0),
    missing: Math.min(1, heaviest / 2),
    missingPlain: plainMissing.or(0),
    exact: exact.or(0),
    kind: matchKind(
      part,
      {
        text: statementOf(passage, unit),
        isCode: unit.kind === 'code' || (unit.kind === 'comment' && part.kind === 'list'),
        stated,
      },
      () => textAround(passage, index),
    ),
    rareInUnit: rare.or(0.7),
    defines: shareDefined(part, inSubject, unit, naming),
    named: matchNames(part, passage, unit),
    headed: headed.or(0.5),
    gap: Math.min(1, gap / 2),
    states: stated,
    foreign: namesPage ? foreignName(spoken, passage) : 0,
    unknown: Math.min(1, unknown / 2),
    target: matchTarget(part, [unit, ...namedBy], passage.subject),
    code: codeness(part, unit),
    length: Math.min(1, (unit.end - unit.start) / 1_200),
  };
  return { features, missing };
}

/** A weighted mean that is built up term by term. */
class Share {
  private total = 0;
  private sum = 0;

  add(weight: number, value: number): void {
    this.total += weight;
    this.sum += weight * value;
  }

  or(fallback: number): number {
    return this.total === 0 ? fallback : this.sum / this.total;
  }
}

/** Share of the words of a page's name that a question does not use. */
export function foreignName(spoken: ReadonlySet<string>, passage: ReadPassage): number {
  if (passage.pageName.length === 0) return 0;
  const strange = passage.pageName.filter((keys) => !keys.some((key) => spoken.has(key)));
  return strange.length / passage.pageName.length;
}

function codeness(part: QuestionPart, unit: ReadUnit): number {
  if (part.kind === 'how_to') return 0;
  if (unit.kind === 'comment') return 0.4;
  return unit.kind === 'code' ? 1 : 0;
}

/** Share of the name that a unit, or what names it, defines which the question asks about. */
function shareDefined(
  part: QuestionPart,
  inSubject: readonly number[],
  unit: ReadUnit,
  naming: readonly ReadUnit[],
): number {
  // Names of the whole page do not tell its units apart.
  const asked = part.focus.filter((term, at) => inSubject[at] === 0 || term.weight >= 2);
  let share = shareAsked(asked, unit.defines);
  for (const one of naming) share = Math.max(share, shareAsked(asked, one.defines) * 0.9);
  return share;
}

function shareAsked(asked: readonly FocusTerm[], name: readonly (readonly string[])[]): number {
  if (name.length === 0 || asked.length === 0) return 0;
  const hits = name.filter((keys) => {
    const own = new Set(keys);
    return asked.some((term) => coverTerm(term, own) > 0);
  }).length;
  return hits / name.length;
}

function headerOf(passage: ReadPassage, unit: ReadUnit): string {
  return unit.header === null ? '' : passage.evidence.content.slice(unit.header.start, unit.header.end);
}

/** What a unit says: the names of the columns are part of a row. */
function statementOf(passage: ReadPassage, unit: ReadUnit): string {
  return unit.header === null ? unit.text : `${headerOf(passage, unit)}\n${unit.text}`;
}

/** The cell of a row under a header that speaks of defaults, or null. */
function defaultCell(passage: ReadPassage, unit: ReadUnit): string | null {
  if (unit.header === null) return null;
  const at = cellsOf(headerOf(passage, unit)).findIndex((name) => /\bdefault/iu.test(name));
  return at === -1 ? null : (cellsOf(unit.text)[at] ?? null);
}

/** The unit with what stands beside it under the same heading: units and labels are often given once for several. */
function textAround(passage: ReadPassage, index: number): string {
  const unit = passage.units[index];
  if (unit === undefined) return '';
  const near = [unit.heading, unit.owner, unit.leadIn, index - 1, index, index + 1]
    .map((at) => (at === null ? undefined : passage.units[at]))
    .filter((other) => other !== undefined && (other.section === unit.section || other.kind === 'heading'));
  return `${headerOf(passage, unit)} ${near.map((other) => other?.text.slice(0, 600) ?? '').join(' ')}`;
}
