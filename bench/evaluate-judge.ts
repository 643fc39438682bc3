import { analyseQuestion } from '../apps/orchestrator/src/decisions/question/analyse-question.js';
import { assessQuestion, overallScore } from '../apps/orchestrator/src/decisions/support/assess-question.js';
import { extractAnswer } from '../apps/orchestrator/src/decisions/write-answer/extract-answer.js';
import { accepts, type Labelled } from './labelled-questions.js';

/** What the rules make of one labelled question. */
export interface Verdict {
  row: Labelled;
  score: number;
  complete: boolean;
  /** The passages hold a right answer. */
  gold: boolean;
  answered: boolean;
  /** A right answer, or none where there is none. */
  right: boolean;
  /** The first sentence or block alone is a right answer. */
  rightFirst: boolean;
  text: string;
  units: number;
}

export interface Quality {
  verdicts: Verdict[];
  precision: Share;
  recall: Share;
  rightAnswers: Share;
  rightFirst: Share;
  /** Units of the answers that were given. */
  medianUnits: number;
  meanUnits: number;
  refused: Share;
}
export type Share = readonly [some: number, all: number];

const THRESHOLD = 0.8;

/** Judges and answers every question by rules, and counts. */
export function evaluateJudge(rows: readonly Labelled[]): Quality {
  const verdicts = rows.map((row) => verdictOf(row));
  const count = (pick: (verdict: Verdict) => boolean): number => verdicts.filter(pick).length;
  const nearMiss = (verdict: Verdict): boolean => verdict.row.accept === undefined;
  const goldAndComplete = count((verdict) => verdict.complete && verdict.gold);
  const lengths = verdicts
    .filter((verdict) => verdict.answered)
    .map((verdict) => verdict.units)
    .sort((a, b) => a - b);
  return {
    verdicts,
    precision: [goldAndComplete, count((verdict) => verdict.complete)],
    recall: [goldAndComplete, count((verdict) => verdict.gold)],
    rightAnswers: [
      count((verdict) => !nearMiss(verdict) && verdict.right),
      count((verdict) => !nearMiss(verdict)),
    ],
    rightFirst: [
      count((verdict) => !nearMiss(verdict) && verdict.rightFirst),
      count((verdict) => !nearMiss(verdict)),
    ],
    medianUnits: lengths[Math.floor((lengths.length - 1) / 2)] ?? 0,
    meanUnits: lengths.reduce((a, b) => a + b, 0) / Math.max(1, lengths.length),
    refused: [
      count((verdict) => nearMiss(verdict) && !verdict.answered && !verdict.complete),
      count((verdict) => nearMiss(verdict)),
    ],
  };
}

function verdictOf(row: Labelled): Verdict {
  const score = overallScore(assessQuestion(analyseQuestion(row.question), row.evidence));
  const sentences = extractAnswer(row.question, row.evidence);
  const text = sentences.map((sentence) => sentence.text).join(' ');
  return {
    row,
    score,
    complete: score >= THRESHOLD,
    gold: row.evidence.some((item) => accepts(row, item.content)),
    answered: text !== '',
    right: row.accept === undefined ? text === '' : accepts(row, text),
    rightFirst: row.accept === undefined ? text === '' : accepts(row, sentences[0]?.text ?? ''),
    text,
    units: sentences.length,
  };
}

/** `12/15 (0.80)`. */
export function formatShare([some, all]: Share): string {
  return `${some}/${all} (${all === 0 ? '-' : (some / all).toFixed(2)})`;
}
