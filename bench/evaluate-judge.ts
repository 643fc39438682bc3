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
}

export interface Quality {
  verdicts: Verdict[];
  precision: Share;
  recall: Share;
  rightAnswers: Share;
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
  return {
    verdicts,
    precision: [goldAndComplete, count((verdict) => verdict.complete)],
    recall: [goldAndComplete, count((verdict) => verdict.gold)],
    rightAnswers: [
      count((verdict) => !nearMiss(verdict) && verdict.right),
      count((verdict) => !nearMiss(verdict)),
    ],
    refused: [
      count((verdict) => nearMiss(verdict) && !verdict.answered && !verdict.complete),
      count((verdict) => nearMiss(verdict)),
    ],
  };
}

function verdictOf(row: Labelled): Verdict {
  const score = overallScore(assessQuestion(analyseQuestion(row.question), row.evidence));
  const text = extractAnswer(row.question, row.evidence)
    .map((sentence) => sentence.text)
    .join(' ');
  return {
    row,
    score,
    complete: score >= THRESHOLD,
    gold: row.evidence.some((item) => accepts(row, item.content)),
    answered: text !== '',
    right: row.accept === undefined ? text === '' : accepts(row, text),
  };
}

/** `12/15 (0.80)`. */
export function formatShare([some, all]: Share): string {
  return `${some}/${all} (${all === 0 ? '-' : (some / all).toFixed(2)})`;
}
