import { looksLikeCode, tokenise } from '../words/tokenise.js';
import { COMMON_WORDS, KIND_NOUNS, LIGHT_WORDS, STOP_WORDS } from '../words/word-lists.js';

const MOST_PARTS = 4;
const NEXT_PART = /\?\s+(?=\p{L})|,?\s+and\s+(?=(?:what|how|which|where|when|why|who|does|do|is|can)\b)/giu;

/**
 * Splits a question into parts that each want an answer. A later part that names no subject of its own gets the
 * names of the first; "A or B" under a word of comparison gives one part for each side.
 */
export function splitQuestion(question: string): string[] {
  const pieces = question
    .split(NEXT_PART)
    .map((piece) => piece.trim())
    .filter((piece) => contentWords(piece) > 0);
  const asking = pieces.filter((piece) =>
    /\b(?:what|how|which|where|when|why|who|whats|does|do|is|are|can)\b/iu.test(piece),
  );
  const parts = asking.length > 1 ? asking.slice(0, MOST_PARTS) : [question];
  const subject = namesIn(parts[0] ?? '');
  const whole = parts.map((part, i) =>
    i === 0 || contentWords(part) > 3 || subject === '' ? part : `${part} (${subject})`,
  );
  return whole.flatMap(sidesOf).slice(0, MOST_PARTS);
}

const COMPARISON =
  /\b(?:compare|compared|comparison|difference|versus|vs\.?|more|less|longer|shorter|faster|slower|higher|lower|bigger|larger|differ)\b/iu;
const SIDES =
  /([@\p{Lu}\p{L}][\w@/.-]*(?:'s)?)\s+(?:or|and|versus|vs\.?)\s+(?:that of |in |than )?([@\p{L}][\w@/.-]*)/gu;

function sidesOf(question: string): string[] {
  if (!COMPARISON.test(question)) return [question];
  for (const match of question.matchAll(SIDES)) {
    const [, left, right] = match;
    if (left === undefined || right === undefined || !isName(left) || !isName(right)) continue;
    const without = (name: string): string => question.replace(match[0], name);
    return [without(left), without(right)];
  }
  return [question];
}

function isName(word: string): boolean {
  return looksLikeCode(word) || /^\p{Lu}/u.test(word) || /[-/]/u.test(word);
}

function contentWords(text: string): number {
  return tokenise(text).filter((token) => !STOP_WORDS.en.has(token.text.toLowerCase())).length;
}

function isTelling(word: string): boolean {
  const lower = word.toLowerCase();
  return (
    lower.length >= 6 &&
    ![STOP_WORDS.en, COMMON_WORDS, LIGHT_WORDS, KIND_NOUNS].some(
      (list) => list.has(lower) || list.has(lower.replace(/s$/u, '')),
    )
  );
}

function namesIn(text: string): string {
  return tokenise(text)
    .filter(
      (token, i) =>
        (i > 0 && (looksLikeCode(token.text) || /^\p{Lu}/u.test(token.text))) || isTelling(token.text),
    )
    .map((token) => token.text)
    .slice(0, 4)
    .join(' ');
}
