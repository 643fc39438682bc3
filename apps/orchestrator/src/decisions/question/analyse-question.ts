import { rewritePhrases } from '../words/phrases.js';
import { tokenise } from '../words/tokenise.js';
import { keysOfTerms, WantedKeys } from '../words/wanted-keys.js';
import { answerKindOf } from './answer-kind.js';
import { detectLanguage } from './detect-language.js';
import { focusTermsOf } from './focus-terms.js';
import type { Question, QuestionPart } from './question.js';
import { splitQuestion } from './split-question.js';
import { targetOf } from './target-of.js';

const LONGEST_QUESTION = 2_000;

/** A question is read by its judge, its ranker and its answer; the texts of so many are remembered. */
const MOST_REMEMBERED = 64;
const remembered = new Map<string, Question>();

/** Reads a question: its language, the parts that each want an answer, and for each the kind of answer and its terms. */
export function analyseQuestion(text: string): Question {
  const question = text.toWellFormed().slice(0, LONGEST_QUESTION).trim();
  const known = remembered.get(question);
  if (known !== undefined) return known;
  const language = detectLanguage(question);
  const parts = splitQuestion(question).map((part) => analysePart(part, language));
  const wanted = new WantedKeys(
    parts.flatMap(({ focus, target }) => [...keysOfTerms(focus), ...keysOfTerms(target)]),
  );
  const made = { text: question, language, parts: parts.map((part) => ({ ...part, wanted })) };
  const [oldest] = remembered.keys();
  if (oldest !== undefined && remembered.size >= MOST_REMEMBERED) remembered.delete(oldest);
  remembered.set(question, made);
  return made;
}

function analysePart(text: string, language: Question['language']): Omit<QuestionPart, 'wanted'> {
  const rewritten = rewritePhrases(text);
  const lower = rewritten.toLowerCase();
  return {
    text,
    kind: answerKindOf(lower),
    focus: focusTermsOf(rewritten, language),
    numbers: new Set(text.match(/\d+(?:[.,]\d+)*/gu) ?? []),
    words: new Set(tokenise(text).map((token) => token.text.toLowerCase())),
    target: targetOf(rewritten),
    asksDefault: /\bdefault/iu.test(rewritten),
  };
}
