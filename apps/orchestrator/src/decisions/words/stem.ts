import { stem as snowballStem } from '@agentic-search/shared/retrieval';
import { conceptsOf } from './concepts.js';
import { joined, partsOf } from './tokenise.js';

export type WordLanguage = 'en' | 'de' | 'es' | 'fr';

const cache = new Map<string, string>();
const CACHE_LIMIT = 50_000;

/** British to American endings, so that both spellings share a stem. */
function american(word: string): string {
  if (!word.includes('our') && !word.includes('is')) return word;
  return word
    .replace(/(?<=\w{3})our(?=s|ed|ing|$)/u, 'or')
    .replace(/(?<=\w{3})is(e|es|ed|ing|ation)$/u, 'iz$1');
}

/** The stem of a word in lower case (Snowball); numbers and words of other alphabets come back as they are. */
export function stem(word: string, language: WordLanguage = 'en'): string {
  const id = `${language}:${word}`;
  const known = cache.get(id);
  if (known !== undefined) return known;
  const plain = /^[a-z]+$/.test(word) ? word : word.replace(/['’](?:s|t|re|ll|d|ve|m)$/u, '');
  const value = /^\p{Script=Latin}{3,}$/u.test(plain)
    ? snowballStem(language === 'en' ? american(plain) : plain, language)
    : plain;
  if (cache.size >= CACHE_LIMIT) cache.clear();
  cache.set(id, value);
  return value;
}

/** What is worked out once for a word. */
export interface WordKeys {
  /** See `keysOf`. */
  keys: readonly string[];
  /** Letters and digits in lower case. */
  joined: string;
  /** The first two letters of `joined` as a number, see `openingOf`. */
  opening: number;
}

/** The first two UTF-16 units of a word as one number; −1 for shorter words. Tells quickly that a word starts no other. */
export function openingOf(word: string): number {
  return word.length < 2 ? -1 : word.charCodeAt(0) * 65_536 + word.charCodeAt(1);
}

// One map a language: a key made of language and word would be built and hashed for every word of every passage.
const keyCaches: Record<WordLanguage, Map<string, WordKeys>> = {
  en: new Map(),
  de: new Map(),
  es: new Map(),
  fr: new Map(),
};

/** Every key under which a word of a page can be found: stem, whole, parts of compounds, and their concepts. */
export function keysOf(word: string, language: WordLanguage = 'en'): readonly string[] {
  return wordKeys(word, language).keys;
}

/** The keys of a word with its joined form. */
export function wordKeys(word: string, language: WordLanguage): WordKeys {
  const cache = keyCaches[language];
  const known = cache.get(word);
  if (known !== undefined) return known;
  const lower = word.toLowerCase();
  const whole = joined(word);
  const keys = new Set<string>([stem(lower, language), whole]);
  addConcept(lower, keys);
  for (const part of partsOf(word)) {
    keys.add(stem(part, language));
    addConcept(part, keys);
  }
  keys.delete('');
  const made = { keys: [...keys], joined: whole, opening: openingOf(whole) };
  if (cache.size >= CACHE_LIMIT) cache.clear();
  cache.set(word, made);
  return made;
}

function addConcept(word: string, keys: Set<string>): void {
  for (const concept of conceptsOf(word)) keys.add(concept);
}
