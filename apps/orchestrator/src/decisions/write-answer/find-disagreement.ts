import type { AnswerKind } from '../question/question.js';
import type { Support } from '../support/find-support.js';
import { numbersOf } from '../verify-citations/check-support.js';

const KINDS: readonly AnswerKind[] = ['count', 'duration', 'size', 'value', 'date', 'money'];
const LEAST_SCORE = 0.8;

/**
 * A unit of another page that answers as surely as the best one but with other numbers, or null. Both must define the same
 * name: two options that share words do not contradict each other.
 */
export function findDisagreement(kind: AnswerKind, supports: readonly Support[]): Support | null {
  const [best, ...others] = supports;
  if (best === undefined || best.score < LEAST_SCORE || !KINDS.includes(kind)) return null;
  const name = definedName(best);
  const numbers = numbersIn(best);
  if (name === '' || numbers.size === 0) return null;
  return (
    others.find((other) => {
      const theirs = numbersIn(other);
      return (
        other.passage.evidence.url !== best.passage.evidence.url &&
        other.score >= Math.max(LEAST_SCORE, best.score * 0.95) &&
        definedName(other) === name &&
        theirs.size > 0 &&
        ![...theirs].some((number) => numbers.has(number))
      );
    }) ?? null
  );
}

function definedName(support: Support): string {
  const unit = support.passage.units[support.unit];
  const heading =
    unit?.heading === null || unit === undefined ? undefined : support.passage.units[unit.heading];
  const words = unit !== undefined && unit.defines.length > 0 ? unit.defines : (heading?.defines ?? []);
  return words.map((keys) => keys[0] ?? '').join(' ');
}

function numbersIn(support: Support): Set<string> {
  return numbersOf(support.passage.units[support.unit]?.text ?? '');
}
