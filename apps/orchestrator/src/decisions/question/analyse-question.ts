import { rewritePhrases } from '../words/phrases.js';
import { tokenise } from '../words/tokenise.js';
import { answerKindOf } from './answer-kind.js';
import { detectLanguage } from './detect-language.js';
import { focusTermsOf } from './focus-terms.js';
import type { Question, QuestionPart } from './question.js';
import { splitQuestion } from './split-question.js';
import { targetOf } from './target-of.js';

const LONGEST_QUESTION = 2_000;

/** Reads a question: its language, the parts that each want an answer, and for each the kind of answer and its terms. */
export function analyseQuestion(text: string): Question {
  const question = text.toWellFormed().slice(0, LONGEST_QUESTION).trim();
  const language = detectLanguage(question);
  return {
    text: question,
    language,
    parts: splitQuestion(question).map((part) => analysePart(part, language)),
  };
}

function analysePart(text: string, language: Question['language']): QuestionPart {
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
