import { conceptsOf } from '../words/concepts.js';
import { keysOf, stem, type WordLanguage } from '../words/stem.js';
import { joined, looksLikeCode, partsOf, type Token, tokenise } from '../words/tokenise.js';
import { COMMON_WORDS, KIND_NOUNS, LIGHT_WORDS, STOP_WORDS } from '../words/word-lists.js';
import { clauseWeights } from './clause-weight.js';
import type { FocusTerm } from './question.js';

const MOST_TERMS = 24;
const MEANING = /^(?:means?|meaning|status)$/iu;

/** The terms of a question that a passage has to hold to answer it, with what the absence of each would tell. */
export function focusTermsOf(question: string, language: WordLanguage | 'other'): FocusTerm[] {
  const tokens = tokenise(question);
  const clause = clauseWeights(question);
  const seen = new Set<string>();
  const terms: FocusTerm[] = [];
  for (const [place, token] of tokens.entries()) {
    const lower = token.text.toLowerCase();
    if (isFiller(lower, language)) continue;
    const plain = termOf(token, place === 0, question, language);
    const term = plain.exact ? plain : { ...plain, weight: plain.weight * clause(token.start) };
    const id = term.keys[0] ?? lower;
    if (seen.has(id) || terms.length >= MOST_TERMS) continue;
    seen.add(id);
    terms.push(term);
  }
  return withoutKinds(terms);
}

/** "the error code redis_unavailable": beside a name in code the word for its kind is seldom repeated. */
function withoutKinds(terms: FocusTerm[]): FocusTerm[] {
  if (!terms.some((term) => term.identifier)) return terms;
  return terms.map((term) =>
    KIND_NOUNS.has(term.text.toLowerCase()) || MEANING.test(term.text) ? { ...term, weight: 0.1 } : term,
  );
}

function isFiller(lower: string, language: WordLanguage | 'other'): boolean {
  if (STOP_WORDS.en.has(lower.replaceAll('’', "'"))) return true;
  if (STOP_WORDS[language].has(lower)) return true;
  // Pairs with hiragana are endings and particles: the subject of such a question is in its names, Han characters and katakana.
  if (/\p{Script=Hiragana}/u.test(lower)) return true;
  if (/^(?:[何的是了吗吗请如何]|什么|怎么|哪个|多少|如何)+$/u.test(lower)) return true;
  return lower.length < 2 && !/\p{N}|[#\p{Script=Han}]/u.test(lower);
}

function termOf(
  token: Token,
  opensQuestion: boolean,
  question: string,
  language: WordLanguage | 'other',
): FocusTerm {
  const possessive = token.text.replace(/['’]s?$/u, '');
  const lower = possessive.toLowerCase();
  const parts = partsOf(possessive);
  const digits = /\p{N}/u.test(possessive);
  const quoted = /[`'"“]/u.test(question[token.start - 1] ?? '') && /[`'"”]/u.test(question[token.end] ?? '');
  const flag = /(?:^|[\s`'"(])--?$/u.test(question.slice(Math.max(0, token.start - 3), token.start));
  const code = looksLikeCode(possessive) || quoted || flag;
  const proper = !opensQuestion && /^\p{Lu}/u.test(possessive) && language !== 'de';
  const acronym = /^\p{Lu}[\p{Lu}\p{N}]+s?$/u.test(possessive);
  const exact = code || digits || proper || acronym;
  const keys = new Set([joined(possessive)]);
  if (!code || parts.length === 0) keys.add(stem(lower, 'en'));
  if (language !== 'en' && language !== 'other' && !exact) keys.add(stem(lower, language));
  const related = exact && !acronym && !proper ? [] : conceptsOf(lower);
  return {
    text: possessive,
    keys: [...keys].filter((key) => key !== ''),
    related,
    parts:
      parts.length > 0 && !/(?:^|[^\p{L}])\p{N}/u.test(possessive)
        ? parts.flatMap((part) => keysOf(part).slice(0, 1))
        : [],
    weight: weightOf(lower, { code, digits, acronym, proper }, language),
    exact,
    identifier:
      quoted || flag || (/^[\p{Ll}$_].*\p{Lu}|^\w+_\w+$/u.test(possessive) && !possessive.includes('.')),
  };
}

function weightOf(
  lower: string,
  shape: { code: boolean; digits: boolean; acronym: boolean; proper: boolean },
  language: WordLanguage | 'other',
): number {
  const base = lower.replace(/s$/u, '');
  if (shape.code) return 2;
  if (LIGHT_WORDS.has(lower)) return 0.2;
  if (COMMON_WORDS.has(lower) || COMMON_WORDS.has(base)) return 0.5;
  if (KIND_NOUNS.has(lower)) return 0.4;
  if (/^\p{N}+(?:\.\p{N}+)*$/u.test(lower)) return 0.6;
  if (shape.acronym || shape.proper || shape.digits) return 1.6;
  // A Latin word in a text of another script is a name.
  if (language === 'other' && /^[a-z]/u.test(lower)) return 1.3;
  // Words of another language than the page's will not be found in it; names and numbers will.
  if (language !== 'en') return 0.6;
  return lower.length >= 8 ? 1.3 : 1.1;
}
