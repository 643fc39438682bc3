import type { Evidence } from '@agentic-search/shared/records';
import { detectLanguage } from '../question/detect-language.js';
import { keySet } from '../words/key-set.js';
import { keysOf, stem } from '../words/stem.js';
import { joined, looksLikeCode, tokenise } from '../words/tokenise.js';
import { NEGATIONS, STOP_WORDS } from '../words/word-lists.js';

const NUMBER_WORDS = new Map(
  'zero one two three four five six seven eight nine ten eleven twelve'
    .split(' ')
    .map((word, value) => [word, String(value)]),
);
const MONTHS = /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/iu;
const UNITS =
  /\d\s*(ms|milliseconds?|seconds?|secs?|s|minutes?|mins?|hours?|days?|weeks?|bytes?|[kmgt]i?b|characters?|percent|%)(?![\p{L}\d])/giu;
const LEAST_SHARED = 0.4;

export type Unsupported = 'no_quote' | 'number' | 'unit' | 'name' | 'negation' | 'words';

/**
 * Whether the quoted words say what a sentence says, by rules: its numbers, units, names, dates and versions stand in the
 * quotes, it is negated as they are, and it shares enough words with them. null means supported.
 */
export function checkSupport(
  sentence: string,
  quotes: readonly { quote: string; source: Evidence }[],
): Unsupported | null {
  if (quotes.length === 0) return 'no_quote';
  const cited = quotes.map(({ quote }) => quote).join('\n');
  const place = quotes
    .map(({ source }) => `${source.title}\n${source.heading_path.join('\n')}\n${source.url}`)
    .join('\n');
  const said = numbersOf(cited);
  if ([...numbersOf(sentence)].some((number) => !said.has(number))) return 'number';
  if (!unitsOf(sentence).every((unit) => unitsOf(cited).includes(unit) || namesUnit(cited, unit)))
    return 'unit';
  const keys = keySet(`${cited}\n${place}`);
  if (
    namesOf(sentence).some(
      (name) => !keys.has(joined(name)) && (looksLikeCode(name) || !keys.has(stem(name.toLowerCase()))),
    )
  )
    return 'name';
  const sameLanguage = detectLanguage(sentence) === detectLanguage(cited);
  if (isNegated(sentence) !== isNegated(cited) && !partlyNegated(sentence, quotes)) return 'negation';
  if (sameLanguage && sharedWords(sentence, keys) < LEAST_SHARED) return 'words';
  return null;
}

/** Numbers in one form: `1,000`, `1_000` and `1000`; `two` and `2`; `4e3` and `4000`. */
export function numbersOf(text: string): Set<string> {
  const numbers = new Set<string>();
  for (const [match] of text.matchAll(/\d+(?:[.,_:]\d+)*(?:e\d+)?/giu)) {
    numbers.add(plainNumber(match));
    if (/^\d+(?:\.\d+)?e\d+$/iu.test(match)) numbers.add(String(Number(match)));
  }
  for (const [word] of text.toLowerCase().matchAll(/\b[a-z]{3,6}\b/gu)) {
    const value = NUMBER_WORDS.get(word);
    // "one" is a pronoun as often as a number.
    if (value !== undefined && word !== 'one' && word !== 'zero') numbers.add(value);
  }
  return numbers;
}

function plainNumber(text: string): string {
  const grouped = /^\d{1,3}(?:[,_]\d{3})+(?:\.\d+)?$/u.test(text) || /^\d+(?:_\d+)+$/u.test(text);
  const plain = grouped ? text.replace(/[,_]/gu, '') : text;
  return /^\d+\.\d+$/u.test(plain) ? plain.replace(/0+$/u, '').replace(/\.$/u, '') : plain;
}

function unitsOf(text: string): string[] {
  return [...text.matchAll(UNITS)].map((match) => plainUnit(match[1] ?? ''));
}

function plainUnit(unit: string): string {
  const lower = unit.toLowerCase();
  if (/^(?:ms|milli)/u.test(lower)) return 'ms';
  if (/^s(?:ec|$)/u.test(lower)) return 's';
  if (/^min/u.test(lower)) return 'min';
  if (/^(?:percent|%)/u.test(lower)) return '%';
  return lower.replace(/i?b$/u, 'b').replace(/(?<=[a-z]{3})s$/u, '');
}

/** A unit may be given away from its number: "in milliseconds". */
function namesUnit(text: string, unit: string): boolean {
  const word = { ms: 'millisecond', s: 'second', min: 'minute', '%': 'percent' }[unit] ?? unit;
  return new RegExp(`(?<![\\p{L}])${word.replace(/[^\p{L}\d%]/gu, '')}`, 'iu').test(text);
}

/** Words written as names or code; a capital at the start of a sentence names nothing. */
function namesOf(sentence: string): string[] {
  return tokenise(sentence)
    .filter(({ text, start }) => {
      // `$` alone has neither letter nor digit to be found by.
      if (joined(text) === '') return false;
      if (looksLikeCode(text) || /^\p{Lu}{2,}\d*$/u.test(text)) return true;
      const opens =
        start === 0 ||
        /[.!?:;]\s*[`"'(*]*$|^\W*$|\n\s*$/u.test(sentence.slice(Math.max(0, start - 6), start));
      return (
        !opens &&
        /^\p{Lu}\p{Ll}+/u.test(text) &&
        !STOP_WORDS.en.has(text.toLowerCase()) &&
        !MONTHS.test(text) &&
        !isGerman(sentence)
      );
    })
    .map(({ text }) => text);
}

function isGerman(sentence: string): boolean {
  return detectLanguage(sentence) === 'de';
}

function isNegated(text: string): boolean {
  return tokenise(text).some(({ text: word }) => NEGATIONS.has(word.toLowerCase().replaceAll('’', "'")));
}

/** A quote of several sentences can hold both; then one of them has to match the sentence in this. */
function partlyNegated(sentence: string, quotes: readonly { quote: string }[]): boolean {
  const clauses = quotes
    .flatMap(({ quote }) => quote.split(/(?<=[.!?;])\s+|\n+|,\s/u))
    .filter((clause) => clause.trim() !== '');
  return clauses.length > 1 && clauses.some((clause) => isNegated(clause) === isNegated(sentence));
}

function sharedWords(sentence: string, keys: ReadonlySet<string>): number {
  const words = tokenise(sentence).filter(
    ({ text }) => !STOP_WORDS.en.has(text.toLowerCase()) && text.length > 2,
  );
  if (words.length === 0) return 1;
  return words.filter(({ text }) => keysOf(text).some((key) => keys.has(key))).length / words.length;
}
