import type { SparseVector } from '../../ports/vector-store/chunk.js';
import { splitWords, type Word } from './split-words.js';
import { guessLanguage, isStopWord } from './stop-words.js';
import { commonTerm, languageTerm } from './term-of.js';

const STOP_WORD_WEIGHT = 0.1;
/** The parts of a name help where the whole is not found, but must not outvote it. */
const PART_WEIGHT = 0.4;
const LETTERS = /^\p{L}+$/u;

/** Words of a query that are not function words, lower case, in order; all words when there are no others. */
export function contentWords(query: string): string[] {
  const words = [...splitWords(query)].flatMap(({ whole, parts }) => (whole ? [whole] : parts));
  const language = guessLanguage(words) ?? 'en';
  const content = words.filter((word) => !isStopWord(word, language) && !isStopWord(word, 'en'));
  return content.length > 0 ? content : words;
}

/**
 * The terms a query asks for, with their weights. Its language is guessed from its function words: with one of
 * another language than the common stems', each word is asked half by common stem and half by its own.
 */
export function queryTerms(query: string): SparseVector {
  const words: Word[] = [...splitWords(query)];
  const language = guessLanguage(words.flatMap(({ parts }) => parts));
  const terms = new Map<string, number>();
  const add = (term: string, weight: number) => terms.set(term, (terms.get(term) ?? 0) + weight);
  for (const { whole, parts, plain } of words) {
    if (whole) add(commonTerm(whole, LETTERS.test(whole)), 1);
    for (const part of parts) {
      const stop = isStopWord(part, 'en') || (language !== null && isStopWord(part, language));
      const weight = (stop ? STOP_WORD_WEIGHT : 1) * (whole ? PART_WEIGHT : 1);
      const worthStemming = plain || LETTERS.test(part);
      const own = worthStemming ? languageTerm(part, language) : null;
      add(commonTerm(part, worthStemming), own ? weight / 2 : weight);
      if (own) add(own, weight / 2);
    }
  }
  return terms;
}
