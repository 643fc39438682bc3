import type { Evidence } from '@agentic-search/shared/records';
import type { ReadPassage } from '../passage/read-passage.js';
import { readPassage } from '../passage/read-passage.js';
import { pointsElsewhere } from '../passage/says-something.js';
import type { QuestionPart } from '../question/question.js';
import { keySet } from '../words/key-set.js';
import { type Calibration, calibratedScore, FITTED_WEIGHTS, weigh } from './calibrated-score.js';
import { coverTerm } from './cover-term.js';
import type { SupportFeatures } from './features.js';
import { isHardKind } from './match-kind.js';
import { foreignName, measureUnit, type TermWeights } from './measure-unit.js';
import { TermCover } from './term-cover.js';

export interface Support {
  passage: ReadPassage;
  /** Index of the unit in the passage. */
  unit: number;
  features: SupportFeatures;
  /** 0–1, calibrated: chance that this unit answers the part. */
  score: number;
  /** Comes before units of the same part with less. */
  order: number;
  /** Terms that nothing near the unit holds. */
  missing: string[];
}

const HOW = /^how (?:do|does|did|can|could|should|would|to|must)\b/iu;

/** Every unit of the evidence that says something on a part of a question, best first, at most `limit`. */
export function findSupport(
  part: QuestionPart,
  evidence: readonly Evidence[],
  { limit = 20, weights = FITTED_WEIGHTS }: { limit?: number; weights?: Calibration } = {},
): Support[] {
  const found: Support[] = [];
  const passages = evidence.map((item) => readPassage(item, part.wanted));
  const spoken = keySet(part.text);
  const cover = new TermCover(part.focus);
  const terms = {
    cover,
    namesPage: passages.some((passage) => passage.pageName.length > 0 && foreignName(spoken, passage) === 0),
    weights: termWeights(part, passages),
    spoken,
    siteTerms: siteTerms(part, passages),
    unknown: Math.max(
      0,
      ...part.focus
        .filter(
          (term) =>
            !passages.some(
              (passage) => coverTerm(term, passage.all) > 0 || coverTerm(term, passage.about) > 0,
            ),
        )
        .map((term) => term.weight),
    ),
  };
  for (const passage of passages) {
    if (!part.focus.some((term) => coverTerm(term, passage.all) > 0)) continue;
    for (const index of passage.units.keys()) {
      const support = supportOf(part, terms, passage, index, weights);
      if (support !== null) found.push(support);
    }
  }
  return found.sort((a, b) => b.order - a.order || b.score - a.score).slice(0, limit);
}

/** A name that nearly all passages of a source bear, at least three, is what the source is about. */
function siteTerms(part: QuestionPart, passages: readonly ReadPassage[]): Map<string, Set<number>> {
  const bySource = new Map<string, ReadPassage[]>();
  for (const passage of passages) {
    const { source_id } = passage.evidence;
    bySource.set(source_id, [...(bySource.get(source_id) ?? []), passage]);
  }
  const found = new Map<string, Set<number>>();
  for (const [source, own] of bySource) {
    const places = part.focus.flatMap((term, at) => {
      if (term.identifier || term.weight < 1 || term.related.length > 0) return [];
      const bearing = own.filter((passage) => coverTerm(term, passage.all) === 1).length;
      return bearing >= 3 && bearing >= own.length * 0.6 ? [at] : [];
    });
    found.set(source, new Set(places));
  }
  return found;
}

/** A word that names some of the pages but not all tells them apart: it is the subject, whatever it looks like. */
function termWeights(part: QuestionPart, passages: readonly ReadPassage[]): number[] {
  return part.focus.map((term) => {
    if (term.weight < 1) return term.weight;
    const naming = passages.filter((passage) => coverTerm(term, passage.subject) >= 0.9).length;
    return naming > 0 && naming < passages.length ? Math.max(term.weight, 1.8) : term.weight;
  });
}

/** "How does it detect X": a unit that speaks of X but not of detecting is a neighbour. */
function tellsHow(part: QuestionPart, { target }: SupportFeatures): boolean {
  if (!HOW.test(part.text)) return true;
  return target >= (/^how (?:does|did)\b/iu.test(part.text) ? 0.7 : 0.6);
}

function supportOf(
  part: QuestionPart,
  terms: TermWeights,
  passage: ReadPassage,
  index: number,
  weights: Calibration,
): Support | null {
  const measured = measureUnit(part, terms, passage, index);
  if (measured === null) return null;
  const sure = calibratedScore(measured.features, weights.sureness);
  const score = tellsHow(part, measured.features) ? sure : sure * 0.7;
  const order = weigh(measured.features, weights.order);
  // A number was asked for and none is there: whatever else the unit says, it does not answer.
  const { kind, named } = measured.features;
  // Another identifier that merely contains or mentions the one asked for is another thing.
  const other = part.focus.some((term) => term.identifier) && named < 0.5;
  const hollow = (isHardKind(part.kind) && kind < 0.15) || (part.kind === 'how_to' && kind <= 0.3);
  // The entry of a list of links tells where to go; only "which one" is answered by that.
  const unit = passage.units[index];
  const pointer =
    unit !== undefined &&
    !['name', 'list', 'place'].includes(part.kind) &&
    pointsElsewhere(unit.kind, unit.text);
  return {
    passage,
    unit: index,
    ...measured,
    score: (hollow ? 0.3 : 1) * (other || pointer ? 0.6 : 1) * score,
    order: order - (hollow ? 3 : 0) - (other ? 3 : 0) - (pointer ? 3 : 0),
  };
}
