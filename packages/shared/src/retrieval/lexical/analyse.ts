import { splitWords } from './split-words.js';
import { stemmedLanguage } from './stem.js';
import { commonTerm, languageTerm } from './term-of.js';

const LETTERS = /^\p{L}+$/u;

/** A text as the lexical index sees it. */
export interface Analysis {
  /** Term → how often it stands there. */
  terms: Map<string, number>;
  /** Length in words; a name made of parts counts its parts. */
  length: number;
}

/**
 * Terms of a text: words stemmed, identifiers whole and in parts, scripts without spaces in words. Takes the text's
 * language (BCP 47) or null. The same function serves index and query.
 */
export function analyse(text: string, language: string | null): Analysis {
  const own = stemmedLanguage(language);
  const terms = new Map<string, number>();
  let length = 0;
  const add = (term: string) => terms.set(term, (terms.get(term) ?? 0) + 1);
  for (const { whole, parts, plain } of splitWords(text)) {
    length += parts.length;
    if (whole) add(commonTerm(whole, LETTERS.test(whole)));
    for (const part of parts) {
      // Parts of names are words too: `maxRetries` is found by "retry".
      const worthStemming = plain || LETTERS.test(part);
      add(commonTerm(part, worthStemming));
      const ownTerm = worthStemming ? languageTerm(part, own) : null;
      if (ownTerm) add(ownTerm);
    }
  }
  return { terms, length };
}
