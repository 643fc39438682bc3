import type { ReadUnit } from '../passage/read-passage.js';
import type { QuestionPart } from '../question/question.js';

/** Things that a unit names by holding an identifier, whatever word it calls it. */
const NAMEABLE =
  /^(?:option|setting|flag|parameter|method|function|property|module|class|event|command|directive|variable|key|field|error|exception)s?$/iu;
const IDENTIFIER = /`[^`\n]{1,80}`|\b[a-z]+[A-Z]\w*|\b\w+_\w+|(?<![\w-])--?[a-z][\w-]*|\b[\w$]+\(/u;
const NEUTRAL = 0.6;

/** 0–1: share of the words that say what is asked for which the units hold. */
export function matchTarget(
  part: QuestionPart,
  units: readonly ReadUnit[],
  subject: ReadonlySet<string>,
): number {
  // The subject of the page is in all its units.
  const target = part.target.filter(
    ({ keys }) => !keys.some((key) => !key.startsWith('=') && subject.has(key)),
  );
  if (target.length === 0) return NEUTRAL;
  let sum = 0;
  let total = 0;
  for (const [at, { word, keys }] of target.entries()) {
    // "log level" asks for a level.
    const weight = at === target.length - 1 ? 2 : 1;
    total += weight;
    const held = units.some((unit) => keys.some((key) => unit.keys.has(key)));
    const named = NAMEABLE.test(word) && units[0] !== undefined && IDENTIFIER.test(units[0].text);
    sum += held || named ? weight : 0;
  }
  return sum / total;
}
