/**
 * Fits the weights of the rule-based judge and prints how it does on questions that it was not fitted on.
 *
 *   npx tsx bench/calibrate-judge.ts           fit, write the weights, report
 *   npx tsx bench/calibrate-judge.ts --check   report only
 *
 * Two steps: which unit answers (unit by unit, on the questions that have an answer), then how sure that is (on the best unit
 * of every question, near misses included).
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { analyseQuestion } from '../apps/orchestrator/src/decisions/question/analyse-question.js';
import { FITTED_WEIGHTS, type Weights } from '../apps/orchestrator/src/decisions/support/calibrated-score.js';
import { findSupport, type Support } from '../apps/orchestrator/src/decisions/support/find-support.js';
import { draftSentence } from '../apps/orchestrator/src/decisions/write-answer/draft-sentence.js';
import { evaluateJudge, formatShare } from './evaluate-judge.js';
import { type Example, fitLogistic } from './fit-logistic.js';
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
  code: -1,
  length: -1,
} as const;
const CODE_AT_MOST = -1.5;

const all = labelledQuestions();
const fitted = all.filter((row) => !row.held_out);
const asWeights = (weights: Record<string, number>): Weights => ({ ...FITTED_WEIGHTS, ...weights });

const isGold = (row: Labelled, support: Support): boolean =>
  (row.pages ?? []).some((page) => support.passage.evidence.url.endsWith(`/${page}`)) &&
  accepts(row, draftSentence(support)?.text ?? '');

function fitWeights(): void {
  let weights: Weights = FITTED_WEIGHTS;
  for (let round = 0; round < 3; round += 1) {
    const units = fitted
      .filter((row) => row.accept !== undefined)
      .flatMap((row) => unitExamples(row, weights));
    const ranking = fitLogistic(units, SIGNS);
    const tops = fitted.flatMap((row) => topExample(row, asWeights(ranking)));
    const sureness = fitLogistic(tops, SIGNS, { rounds: 6_000, rate: 0.5, l2: 0.0008 });
    // Unit order and sureness pull the same weights: their mean serves both, scaled to the sureness of the second fit.
    const scale = size(sureness) / size(ranking);
    for (const name of Object.keys(SIGNS))
      sureness[name] = 0.5 * (sureness[name] ?? 0) + 0.5 * scale * (ranking[name] ?? 0);
    // Too few questions tempt with a block of code to learn this one from them.
    sureness.code = Math.min(sureness.code ?? 0, CODE_AT_MOST);
    weights = recentre(asWeights(sureness));
  }
  const rounded = asWeights(
    Object.fromEntries(
      Object.entries(weights).map(([name, value]) => [name, Math.round(value * 1_000) / 1_000]),
    ),
  );
  writeFileSync(`${folder}support/calibration.json`, `${JSON.stringify(rounded, null, 2)}\n`);
}

function size(weights: Record<string, number>): number {
  return Math.hypot(...Object.keys(SIGNS).map((name) => weights[name] ?? 0));
}

function unitExamples(row: Labelled, weights: Weights): Example[] {
  const part = analyseQuestion(row.question).parts[0];
  if (part === undefined) return [];
  const supports = findSupport(part, row.evidence, { limit: 25, weights });
  const gold = supports
    .filter((support) => isGold(row, support) && support.features.coverage > 0.6)
    .slice(0, 2);
  if (gold.length === 0) return [];
  const others = supports.filter((support) => !gold.includes(support) && !isGold(row, support)).slice(0, 12);
  return [
    ...gold.map((support) => ({
      features: { ...support.features },
      label: 1 as const,
      weight: 6 / gold.length,
    })),
    ...others.map((support) => ({
      features: { ...support.features },
      label: 0 as const,
      weight: 6 / others.length,
    })),
  ];
}

function topExample(row: Labelled, weights: Weights): Example[] {
  const part = analyseQuestion(row.question).parts[0];
  const best = part === undefined ? undefined : findSupport(part, row.evidence, { limit: 1, weights })[0];
  if (best === undefined) return [];
  const label = row.accept === undefined ? 0 : isGold(row, best) ? 1 : null;
  if (label !== null) return [{ features: { ...best.features }, label, weight: 1 }];
  const hasGold = row.evidence.some((item) => accepts(row, item.content));
  return hasGold ? [] : [{ features: { ...best.features }, label: 0, weight: 0.5 }];
}

/** Shifts and stretches the scale so that scores mean chances: Platt's method on the best unit of each question. */
function recentre(weights: Weights): Weights {
  const logit = (features: Record<string, number>): number =>
    Object.entries(weights).reduce(
      (sum, [name, w]) => sum + (name === 'bias' ? 0 : w * (features[name] ?? 0)),
      0,
    );
  const tops = fitted.flatMap((row) => topExample(row, weights));
  const platt = fitLogistic(
    tops.map((example) => ({ ...example, features: { z: logit(example.features) } })),
    { z: 1 },
    { rounds: 8_000, rate: 0.3, l2: 0.001 },
  );
  const stretch = platt.z ?? 1;
  return asWeights(
    Object.fromEntries(
      Object.entries(weights).map(([name, w]) => [name, name === 'bias' ? (platt.bias ?? 0) : w * stretch]),
    ),
  );
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
