import { stem } from './stem.js';

// Latin letters with their marks; in other scripts a mark is part of the letter.
const latin = /^[!-\u036f\u1e00-\u1eff]+$/;
const ascii = /^[!-~]+$/;
const cyrillic = /^[\u0400-\u04ff]+$/;
const arabic = /^[\u0600-\u06ff]+$/;

function withoutMarks(word: string): string {
  if (ascii.test(word) || !latin.test(word)) return word;
  return word.normalize('NFD').replace(/\p{M}/gu, '');
}

/**
 * The language whose stem every word of its script gets, whatever language the page is in. The language of a query
 * is unknown, so index and query meet in these stems; a page's own language adds stems of its own beside them.
 */
function commonLanguage(word: string): string | null {
  if (latin.test(word)) return 'en';
  if (cyrillic.test(word)) return 'ru';
  return arabic.test(word) ? 'ar' : null;
}

/** The term under which a word of any language is indexed and asked for. */
export function commonTerm(word: string, plain: boolean): string {
  const language = plain && word.length > 2 ? commonLanguage(word) : null;
  return withoutMarks(language ? stem(word, language) : word);
}

/** The term of a word in its own language, marked so that it meets no other; null where the common one is it. */
export function languageTerm(word: string, language: string | null): string | null {
  if (language === null || word.length <= 2 || commonLanguage(word) === language) return null;
  return `${language}:${withoutMarks(stem(word, language))}`;
}
