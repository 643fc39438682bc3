import { detectAll } from 'tinyld';

const nonLatin: Record<string, RegExp> = {
  ja: /[\p{sc=Hiragana}\p{sc=Katakana}]/u,
  ko: /\p{sc=Hangul}/u,
  zh: /\p{sc=Han}/u,
  ru: /\p{sc=Cyrillic}/u,
  el: /\p{sc=Greek}/u,
  ar: /\p{sc=Arabic}/u,
  he: /\p{sc=Hebrew}/u,
  th: /\p{sc=Thai}/u,
  hi: /\p{sc=Devanagari}/u,
};

/**
 * Gives the page's language as a lower-case primary subtag (`en`, `ja`), or null. What the page declares counts, first
 * declaration first, unless most of its letters belong to a script that language is not written in (templates say
 * `en` of anything); without a declaration it is detected from the text when there is enough of it.
 */
export function pageLanguage(declared: readonly (string | null)[], text: string): string | null {
  const sample = text
    .slice(0, 20_000)
    .replace(/```[\s\S]*?```/g, ' ')
    .slice(0, 4_000);
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  const script = scriptLanguage(sample, letters);
  for (const tag of declared) {
    const primary = /^([a-z]{2,3})(?:[-_]|$)/i.exec(tag?.trim() ?? '')?.[1]?.toLowerCase();
    if (!primary) continue;
    const latinOnly = /^(?:en|de|fr|es|it|pt|nl|sv|da|nb|no|fi|pl|cs)$/.test(primary);
    return script && latinOnly ? (detected(sample, letters) ?? script) : primary;
  }
  return detected(sample, letters) ?? script;
}

function detected(sample: string, letters: number): string | null {
  return letters < 40 ? null : (detectAll(sample)[0]?.lang ?? null);
}

function scriptLanguage(sample: string, letters: number): string | null {
  if (letters < 20) return null;
  const latin = sample.match(/\p{sc=Latin}/gu)?.length ?? 0;
  if (latin > letters * 0.5) return null;
  return Object.entries(nonLatin).find(([, pattern]) => pattern.test(sample))?.[0] ?? null;
}
