import type { WordLanguage } from '../words/stem.js';
import { STOP_WORDS } from '../words/word-lists.js';

/** The language of a short text by its function words; `other` where none of the known ones is written. */
export function detectLanguage(text: string): WordLanguage | 'other' {
  if (
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Thai}]/u.test(
      text,
    )
  ) {
    return 'other';
  }
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const counts = (['en', 'de', 'es', 'fr'] as const).map((language) => ({
    language,
    hits:
      words.filter((word) => STOP_WORDS[language].has(word)).length +
      (language === 'es' && /[¿¡ñ]/u.test(text) ? 2 : 0),
  }));
  const best = counts.reduce((a, b) => (b.hits > a.hits ? b : a));
  return best.hits === 0 ? 'en' : best.language;
}
