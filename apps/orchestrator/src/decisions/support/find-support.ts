import type { Evidence } from '@agentic-search/shared/records';
import type { ReadPassage, ReadUnit } from '../passage/read-passage.js';
import { readPassage } from '../passage/read-passage.js';
import type { QuestionPart } from '../question/question.js';
import { calibratedScore, FITTED_WEIGHTS, type Weights } from './calibrated-score.js';
import { coverInContext, coverTerm } from './cover-term.js';
import type { SupportFeatures } from './features.js';
import { matchKind } from './match-kind.js';

export interface Support {
  passage: ReadPassage;
  /** Index of the unit in the passage. */
  unit: number;
  features: SupportFeatures;
  /** 0–1, calibrated: chance that this unit answers the part. */
  score: number;
  /** Terms that nothing near the unit holds. */
  missing: string[];
}

/** Every unit of the evidence that says something on a part of a question, best first, at most `limit`. */
export function findSupport(
  part: QuestionPart,
  evidence: readonly Evidence[],
  { limit = 20, weights = FITTED_WEIGHTS }: { limit?: number; weights?: Weights } = {},
): Support[] {
  const found: Support[] = [];
  const passages = evidence.map((item) => readPassage(item));
  const terms = termWeights(part, passages);
  for (const passage of passages) {
    if (!part.focus.some((term) => coverTerm(term, passage.all) > 0)) continue;
    for (const index of passage.units.keys()) {
      const support = supportOf(part, terms, passage, index, weights);
      if (support !== null) found.push(support);
    }
  }
  return found.sort((a, b) => b.score - a.score || b.features.inUnit - a.features.inUnit).slice(0, limit);
}

/** A word that names some of the pages but not all tells them apart: it is the subject, whatever it looks like. */
function termWeights(part: QuestionPart, passages: readonly ReadPassage[]): number[] {
  return part.focus.map((term) => {
    if (term.weight < 1) return term.weight;
    const naming = passages.filter((passage) => coverTerm(term, passage.subject) >= 0.9).length;
    return naming > 0 && naming < passages.length ? Math.max(term.weight, 1.8) : term.weight;
  });
}

function supportOf(
  part: QuestionPart,
  terms: readonly number[],
  passage: ReadPassage,
  index: number,
  weights: Weights,
): Support | null {
  const unit = passage.units[index];
  if (unit === undefined || unit.kind === 'heading') return null;
  const headingKeys = unit.heading === null ? undefined : passage.units[unit.heading]?.keys;
  const inOwnWords = part.focus.map((term) =>
    Math.max(coverTerm(term, unit.keys), headingKeys === undefined ? 0 : coverTerm(term, headingKeys) * 0.9),
  );
  // Most units of a passage: what stands around them need not be looked at.
  if (inOwnWords.every((share) => share === 0)) return null;
  let total = 0;
  let covered = 0;
  let inUnit = 0;
  let rare = 0;
  let rareIn = 0;
  let heaviest = 0;
  let plain = 0;
  let plainMissing = 0;
  let exact = 0;
  let exactIn = 0;
  const missing: string[] = [];
  for (const [at, term] of part.focus.entries()) {
    const weight = terms[at] ?? term.weight;
    const here = inOwnWords[at] ?? 0;
    const near = Math.max(here, coverInContext(term, passage, index));
    total += weight;
    covered += weight * near;
    inUnit += weight * here;
    if (weight > 1) {
      const subject = coverTerm(term, passage.subject) > 0;
      rare += subject ? 0 : weight;
      rareIn += subject ? 0 : weight * here;
    }
    const named = term.exact || weight >= 1.8;
    if (named && coverTerm(term, passage.subject) === 0) {
      exact += weight;
      exactIn += near >= 0.55 ? weight * near : 0;
    }
    if (!named) plain += weight;
    if (near < 0.35) {
      if (named) heaviest = Math.max(heaviest, weight);
      else plainMissing += weight;
      if (weight >= 0.5) missing.push(term.text);
    }
  }
  if (total === 0 || inUnit === 0) return null;
  const features: SupportFeatures = {
    coverage: covered / total,
    inUnit: inUnit / total,
    missing: Math.min(1, heaviest / 2),
    missingPlain: plain === 0 ? 0 : plainMissing / plain,
    exact: exact === 0 ? 0 : exactIn / exact,
    kind: matchKind(part, unit.text, textAround(passage, index), unit.kind === 'code'),
    rareInUnit: rare === 0 ? 0.7 : rareIn / rare,
    defines: Math.max(
      definesAsked(part, passage, unit.defines),
      definesAsked(part, passage, headingOf(passage, index)?.defines ?? []) * 0.9,
    ),
    code: unit.kind === 'code' && part.kind !== 'how_to' ? 1 : 0,
    length: Math.min(1, (unit.end - unit.start) / 1_200),
  };
  return { passage, unit: index, features, score: calibratedScore(features, weights), missing };
}

/** Share of a defined name that the question asks about; names of the whole page do not tell its units apart. */
function definesAsked(
  part: QuestionPart,
  passage: ReadPassage,
  name: readonly (readonly string[])[],
): number {
  if (name.length === 0) return 0;
  const asked = part.focus.filter((term) => coverTerm(term, passage.subject) === 0 || term.weight >= 2);
  const hits = name.filter((keys) => asked.some((term) => coverTerm(term, new Set(keys)) > 0)).length;
  return hits / name.length;
}

function headingOf(passage: ReadPassage, index: number): ReadUnit | undefined {
  const at = passage.units[index]?.heading ?? null;
  return at === null ? undefined : passage.units[at];
}

/** The unit with what stands beside it under the same heading: units and labels are often given once for several. */
function textAround(passage: ReadPassage, index: number): string {
  const unit = passage.units[index];
  if (unit === undefined) return '';
  const near = [unit.heading, unit.leadIn, index - 1, index, index + 1]
    .map((at) => (at === null ? undefined : passage.units[at]))
    .filter((other) => other !== undefined && (other.section === unit.section || other.kind === 'heading'));
  const header =
    unit.header === null ? '' : passage.evidence.content.slice(unit.header.start, unit.header.end);
  return `${header} ${near.map((other) => other?.text.slice(0, 600) ?? '').join(' ')}`;
}
