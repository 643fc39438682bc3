import type { Evidence } from '@agentic-search/shared/records';
import { readPassage } from '../passage/read-passage.js';
import { analyseQuestion } from '../question/analyse-question.js';
import { gapTerms } from '../question/gap-terms.js';
import type { FocusTerm, QuestionPart } from '../question/question.js';
import { assessQuestion } from '../support/assess-question.js';
import { coverTerm } from '../support/cover-term.js';
import { keysOf } from '../words/stem.js';
import { looksLikeCode, tokenise } from '../words/tokenise.js';
import type { WantedKeys } from '../words/wanted-keys.js';
import { COMMON_WORDS, KIND_NOUNS, LIGHT_WORDS, STOP_WORDS } from '../words/word-lists.js';

const MOST_WORDS = 10;
const KIND_HINTS: Partial<Record<QuestionPart['kind'], string>> = {
  count: 'limit default',
  duration: 'timeout default milliseconds',
  size: 'maximum size bytes',
  value: 'options default',
  name: 'options reference',
  how_to: 'example usage',
  list: 'reference',
  reason: 'because',
  place: 'path default',
  yes_no: 'support',
};

/** Candidate queries, best first: what is missing, the bare keywords, words of the best passages, parts of the question. */
export function refineByRules(
  question: string,
  currentQuery: string,
  gaps: readonly string[],
  evidence: readonly Evidence[],
): string[] {
  const analysed = analyseQuestion(question);
  const assessed = assessQuestion(analysed, evidence);
  const terms = uniqueByText(analysed.parts.flatMap((part) => part.focus));
  // "x" and "?" ask nothing: a query made of the words of documentation alone would find anything.
  if (terms.length === 0) return [];
  const subject = subjectTerms(terms, evidence, analysed.parts[0]?.wanted ?? null);
  const missing = gapTerms(gaps, analysed.language);
  const open = assessed.filter((part) => part.score < 0.8).sort((a, b) => a.score - b.score);
  const learned = feedbackWords(terms, evidence);
  const kindHint = KIND_HINTS[open[0]?.part.kind ?? 'definition'];
  const candidates = [
    ...(analysed.parts.length > 1 ? open.map(({ part }) => compose(part.focus)) : []),
    compose([...subject, ...missing]),
    compose(terms),
    composeWords([...texts(subject), ...texts(strongest(terms, 2)), ...learned.slice(0, 2)]),
    kindHint === undefined ? '' : composeWords([...texts(strongest(terms, 3)), kindHint]),
    composeWords([...texts(strongest(terms, 4)), 'documentation']),
    composeWords([...texts(strongest(terms, 2)), ...learned.slice(2, 4)]),
  ];
  return candidates.filter((query) => query !== '' && query !== currentQuery);
}

function strongest(terms: readonly FocusTerm[], count: number): FocusTerm[] {
  const chosen = new Set([...terms].sort((a, b) => b.weight - a.weight).slice(0, count));
  return terms.filter((term) => chosen.has(term));
}

/** Terms that name what the question is about: written as names, or standing in titles of the evidence. */
function subjectTerms(
  terms: readonly FocusTerm[],
  evidence: readonly Evidence[],
  wanted: WantedKeys | null,
): FocusTerm[] {
  const subjects = evidence.slice(0, 5).map((item) => readPassage(item, wanted).subject);
  const named = terms.filter(
    (term) =>
      term.weight >= 1 &&
      ((term.exact && term.weight < 2) || subjects.some((keys) => coverTerm(term, keys) >= 0.9)),
  );
  return named.length > 0 ? named.slice(0, 2) : strongest(terms, 1);
}

/** Pseudo-relevance feedback: telling words that the best passages share and the question lacks. */
function feedbackWords(terms: readonly FocusTerm[], evidence: readonly Evidence[]): string[] {
  const counts = new Map<string, { text: string; weight: number }>();
  for (const [rank, item] of evidence.slice(0, 5).entries()) {
    const seen = new Set<string>();
    for (const token of tokenise(item.content.slice(0, 4_000))) {
      const lower = token.text.toLowerCase();
      const plain = lower.replace(/s$/u, '');
      if (lower.length < 4 || /^\p{N}/u.test(lower) || seen.has(plain) || isCommon(lower) || isCommon(plain))
        continue;
      if (terms.some((term) => coverTerm(term, new Set(keysOf(token.text))) > 0)) continue;
      seen.add(plain);
      const known = counts.get(plain) ?? { text: token.text, weight: 0 };
      known.weight += (looksLikeCode(token.text) ? 1.3 : 1) / (1 + rank * 0.3);
      counts.set(plain, known);
    }
  }
  return [...counts.values()]
    .filter(({ weight }) => weight > 1 || evidence.length < 2)
    .sort((a, b) => b.weight - a.weight)
    .map(({ text }) => text);
}

function isCommon(word: string): boolean {
  return [STOP_WORDS.en, COMMON_WORDS, KIND_NOUNS, LIGHT_WORDS].some((list) => list.has(word));
}

function compose(terms: readonly FocusTerm[]): string {
  const telling = uniqueByText(terms).filter((term) => term.weight > 0.2 || term.exact);
  return composeWords(texts(telling.length > 0 ? telling : terms));
}

/** Code with separators inside is quoted: engines would take it apart. */
function texts(terms: readonly FocusTerm[]): string[] {
  return terms.map((term) => (/[._/]|\p{Ll}\p{Lu}/u.test(term.text) ? `"${term.text}"` : term.text));
}

function composeWords(words: readonly string[]): string {
  const seen = new Set<string>();
  return words
    .filter((word) => !seen.has(word.toLowerCase()) && seen.add(word.toLowerCase()))
    .slice(0, MOST_WORDS)
    .join(' ');
}

function uniqueByText(terms: readonly FocusTerm[]): FocusTerm[] {
  const seen = new Set<string>();
  return terms.filter((term) => !seen.has(term.text.toLowerCase()) && seen.add(term.text.toLowerCase()));
}
