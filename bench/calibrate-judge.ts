/**
 * Fits the weights of the rule-based judge and prints how it does on questions that it was not fitted on.
 *
 *   npx tsx bench/calibrate-judge.ts           fit, write the weights, report
 *   npx tsx bench/calibrate-judge.ts --check   report only
 *
 * Two steps: which unit answers (among all units of a question that has an answer), then how sure that is (on the first unit
 * of every question, near misses included).
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { analyseQuestion } from '../apps/orchestrator/src/decisions/question/analyse-question.js';
import {
  FITTED_WEIGHTS,
  type Weights,
  weigh,
} from '../apps/orchestrator/src/decisions/support/calibrated-score.js';
import { findSupport, type Support } from '../apps/orchestrator/src/decisions/support/find-support.js';
import { draftSentence } from '../apps/orchestrator/src/decisions/write-answer/draft-sentence.js';
import { evaluateJudge, formatShare } from './evaluate-judge.js';
import { type Example, fitLogistic, fitOrder } from './fit-logistic.js';
import { accepts, type Labelled, labelledQuestions } from './labelled-questions.js';

const root = fileURLToPath(new URL('../', import.meta.url));
const folder = `${root}apps/orchestrator/src/decisions/`;
const SIGNS = {
  coverage: 1,
  inUnit: 1,
  missing: -1,
  missingPlain: -1,
  exact: 1,
  kind: 1,
  rareInUnit: 1,
  defines: 1,
  named: 1,
  headed: 1,
  gap: -1,
  states: 1,
  target: 1,
  foreign: -1,
  unknown: -1,
  code: -1,
  length: -1,
} as const;
const WRONG_NEIGHBOUR = 0.12;
/** Too few questions tempt with a block of code or a long unit to learn these from them. */
const AT_MOST = { code: -1.2, length: -0.6 };
/** The names of pages say much where every page is a package, little in a manual. */
const FOREIGN_AT_LEAST = { order: -2.5, sureness: -1 };

const all = labelledQuestions();
const fitted = all.filter((row) => !row.held_out);
const NONE = Object.fromEntries(['bias', ...Object.keys(SIGNS)].map((name) => [name, 0]));
const asWeights = (weights: Record<string, number>): Weights => ({
  ...FITTED_WEIGHTS.order,
  ...NONE,
  ...weights,
});

const isGold = (row: Labelled, support: Support): boolean =>
  (row.pages ?? []).some((page) => support.passage.evidence.url.endsWith(`/${page}`)) &&
  accepts(row, draftSentence(support)?.text ?? '');

/** Every unit that shares a word with a question, measured once. */
function measuredUnits(row: Labelled): { support: Support; gold: boolean }[] {
  const part = analyseQuestion(row.question).parts[0];
  if (part === undefined) return [];
  return findSupport(part, row.evidence, { limit: 400 }).map((support) => ({
    support,
    gold: row.accept !== undefined && isGold(row, support) && support.features.coverage > 0.5,
  }));
}

function fitWeights(): void {
  const measured = fitted.map((row) => ({ row, units: measuredUnits(row) }));
  const lists = measured
    .filter(({ units }) => units.some(({ gold }) => gold))
    .map(({ units }) =>
      units.map(({ support, gold }) => ({ features: { ...support.features }, label: gold ? 1 : 0 })),
    );
  const fittedOrder = fitOrder(lists, SIGNS);
  for (const [name, most] of Object.entries(AT_MOST))
    fittedOrder[name] = Math.min(fittedOrder[name] ?? 0, most);
  fittedOrder.foreign = Math.max(fittedOrder.foreign ?? 0, FOREIGN_AT_LEAST.order);
  const order = asWeights(rounded(fittedOrder));
  const tops = measured.flatMap(({ row, units }) => topExample(row, units, order));
  const fittedSureness = fitLogistic(tops, SIGNS, { rounds: 30_000, rate: 0.6, l2: 0.0003 });
  fittedSureness.foreign = Math.max(fittedSureness.foreign ?? 0, FOREIGN_AT_LEAST.sureness);
  const sureness = asWeights(rounded(fittedSureness));
  writeFileSync(`${folder}support/calibration.json`, `${JSON.stringify({ order, sureness }, null, 2)}\n`);
}

function rounded(weights: Record<string, number>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(weights).map(([name, value]) => [name, Math.round(value * 1_000) / 1_000]),
  );
}

/** The first unit of a question: an answer, or none; a wrong neighbour of an answer counts less than an invented one. */
function topExample(
  row: Labelled,
  units: readonly { support: Support; gold: boolean }[],
  order: Weights,
): Example[] {
  const [best] = [...units].sort(
    (a, b) => weigh(b.support.features, order) - weigh(a.support.features, order),
  );
  if (best === undefined) return [];
  const features = { ...best.support.features };
  if (row.accept === undefined) return [{ features, label: 0, weight: 1 }];
  return [{ features, label: best.gold ? 1 : 0, weight: best.gold ? 1 : WRONG_NEIGHBOUR }];
}

function report(label: string, rows: readonly Labelled[]): void {
  const quality = evaluateJudge(rows);
  console.log(`${label}
  complete at 0.8: precision ${formatShare(quality.precision)}, recall ${formatShare(quality.recall)}
  right in the first unit ${formatShare(quality.rightFirst)}, anywhere ${formatShare(quality.rightAnswers)}
  units of an answer: median ${quality.medianUnits}, mean ${quality.meanUnits.toFixed(2)}; near misses refused ${formatShare(quality.refused)}`);
  // Fresh questions are counted, not read: a rule made for one of them would measure nothing.
  if (!process.argv.includes('--verbose') || label === 'fresh') return;
  for (const { row, score, rightFirst, complete, text } of quality.verdicts) {
    if (rightFirst && complete === (row.accept !== undefined)) continue;
    console.log(`    ${score.toFixed(2)} ${rightFirst ? 'right' : 'wrong'} ${row.question}`);
    console.log(`         ${text.replace(/\s+/gu, ' ').slice(0, 240)}`);
  }
}

if (process.argv.includes('--check')) {
  report('fitted on', fitted);
  report(
    'held out',
    all.filter((row) => row.held_out && !row.fresh),
  );
  report(
    'fresh',
    all.filter((row) => row.fresh),
  );
} else {
  fitWeights();
  console.log('weights written; run with --check to see what they give');
}
