import { newStemmer } from 'snowball-stemmers';
import { conceptOf } from './concepts.js';
import { joined, partsOf } from './tokenise.js';

export type WordLanguage = 'en' | 'de' | 'es' | 'fr';

const ALGORITHMS: Record<WordLanguage, string> = { en: 'english', de: 'german', es: 'spanish', fr: 'french' };
const loaded = new Map<WordLanguage, { stem(word: string): string }>();
const cache = new Map<string, string>();
const CACHE_LIMIT = 50_000;

function stemmerOf(language: WordLanguage): { stem(word: string): string } {
  let stemmer = loaded.get(language);
  if (stemmer === undefined) {
    stemmer = newStemmer(ALGORITHMS[language]);
    loaded.set(language, stemmer);
  }
  return stemmer;
}

/** British to American endings, so that both spellings share a stem. */
function american(word: string): string {
  return word
    .replace(/(?<=\w{3})our(?=s|ed|ing|$)/u, 'or')
    .replace(/(?<=\w{3})is(e|es|ed|ing|ation)$/u, 'iz$1');
}

/** The stem of a word in lower case (Snowball); numbers and words of other alphabets come back as they are. */
export function stem(word: string, language: WordLanguage = 'en'): string {
  const id = `${language}:${word}`;
  const known = cache.get(id);
  if (known !== undefined) return known;
  const plain = word.replace(/['’](?:s|t|re|ll|d|ve|m)$/u, '');
  const value = /^\p{Script=Latin}{3,}$/u.test(plain)
    ? stemmerOf(language).stem(language === 'en' ? american(plain) : plain)
    : plain;
  if (cache.size >= CACHE_LIMIT) cache.clear();
  cache.set(id, value);
  return value;
}

/** Every key under which a word of a page can be found: stem, whole, parts of compounds, and their concepts. */
export function keysOf(word: string, language: WordLanguage = 'en'): string[] {
  const id = `k${language}:${word}`;
  const known = keyCache.get(id);
  if (known !== undefined) return known;
  const lower = word.toLowerCase();
  const keys = new Set<string>([stem(lower, language), joined(word)]);
  addConcept(lower, keys);
  for (const part of partsOf(word)) {
    keys.add(stem(part, language));
    addConcept(part, keys);
  }
  const list = [...keys].filter((key) => key !== '');
  if (keyCache.size >= CACHE_LIMIT) keyCache.clear();
  keyCache.set(id, list);
  return list;
}
const keyCache = new Map<string, string[]>();

function addConcept(word: string, keys: Set<string>): void {
  const concept = conceptOf(word);
  if (concept !== null) keys.add(concept);
}
