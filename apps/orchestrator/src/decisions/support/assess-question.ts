import type { Evidence } from '@agentic-search/shared/records';
import type { Question, QuestionPart } from '../question/question.js';
import { findSupport, type Support } from './find-support.js';

/** How far the evidence answers one part of a question. */
export interface PartAssessment {
  part: QuestionPart;
  /** Best first. */
  supports: Support[];
  /** 0–1. */
  score: number;
}

/** By list of passages: the judge, the refiner and the answer ask the same of the same. */
const assessed = new WeakMap<
  readonly Evidence[],
  { question: Question; evidence: readonly Evidence[]; parts: PartAssessment[] }
>();

/**
 * Assesses every part of a question by rules, once per list and question. A question without any telling word cannot be
 * assessed: score 0.
 */
export function assessQuestion(question: Question, evidence: readonly Evidence[]): PartAssessment[] {
  const known = assessed.get(evidence);
  if (known?.question === question && sameItems(known.evidence, evidence)) return known.parts;
  const parts = question.parts.map((part) => {
    const supports = part.focus.length === 0 ? [] : findSupport(part, evidence);
    return { part, supports, score: supports[0]?.score ?? 0 };
  });
  assessed.set(evidence, { question, evidence: [...evidence], parts });
  return parts;
}

/** A list may have been filled further since. */
function sameItems(a: readonly Evidence[], b: readonly Evidence[]): boolean {
  return a.length === b.length && a.every((item, at) => item === b[at]);
}

/** A question is answered as far as the part that is answered worst; one good part of several still counts a little. */
export function overallScore(parts: readonly { score: number }[]): number {
  if (parts.length === 0) return 0;
  const scores = parts.map((part) => part.score);
  const mean = scores.reduce((a, b) => a + b, 0) / scores.length;
  return Math.round((0.75 * Math.min(...scores) + 0.25 * mean) * 1000) / 1000;
}
