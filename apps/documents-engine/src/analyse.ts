import { stem } from '@agentic-search/shared/retrieval';

const terms = new Map<string, string[]>();
const spaceless =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
const sliceLength = 2_000;

/** Splits text into words; scripts without spaces by the runtime's dictionary. */
export function words(text: string): string[] {
  if (!spaceless.test(text)) return text.match(/[\p{L}\p{N}_]+/gu) ?? [];
  const found: string[] = [];
  for (const run of text.match(/[\p{L}\p{N}_]+/gu) ?? []) {
    if (!spaceless.test(run)) found.push(run);
    else
      for (let at = 0; at < run.length; at += sliceLength)
        found.push(...segments(run.slice(at, at + sliceLength)));
  }
  return found;
}

function segments(run: string): string[] {
  return [...segmenter.segment(run)].flatMap((part) => (part.isWordLike ? [part.segment] : []));
}

/** Gives the index terms of a word: its stem, and the parts of a camelCase or snake_case name. Long blobs give none. */
export function termsOf(word: string): string[] {
  const known = terms.get(word);
  if (known !== undefined) return known;
  const made = analyseWord(word);
  if (terms.size < 300_000) terms.set(word, made);
  return made;
}

function analyseWord(word: string): string[] {
  if (word.length > 64) return [];
  const parts = word.split(/_+|(?<=[\p{Ll}\p{N}])(?=\p{Lu})/u).filter((part) => part.length > 1);
  const all = parts.length > 1 ? [word, ...parts] : [word];
  return [...new Set(all.map((part) => stem(part.toLowerCase(), 'en')))];
}
