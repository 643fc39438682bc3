import type { WordLanguage } from '../words/stem.js';
import { focusTermsOf } from './focus-terms.js';
import type { FocusTerm } from './question.js';

const MOST_GAPS = 6;
/** Words of the phrases that gaps are written in, by the rules and by models. */
const WORDS_OF_GAPS = new Set(
  'nothing found statement instructions explanation passage passages missing evidence information details mention mentions mentioned states stated not'.split(
    ' ',
  ),
);

/** What gaps are about: their terms without the words that only say that something is missing. */
export function gapTerms(gaps: readonly string[], language: WordLanguage | 'other'): FocusTerm[] {
  const seen = new Set<string>();
  return gaps
    .slice(0, MOST_GAPS)
    .flatMap((gap) => focusTermsOf(gap.toWellFormed().slice(0, 300), language))
    .filter((term) => {
      const text = term.text.toLowerCase();
      return !WORDS_OF_GAPS.has(text) && !seen.has(text) && seen.add(text);
    });
}
