import { type Break, rank } from './breaks.js';

const sentenceEnd = /(?:[.!?…]["'”’»)\]*_]{0,3}\s+|[。！？｡]["'”’」』）]{0,3}\s*)/g;
const word = /\S+/g;
/** Abbreviations whose full stop ends no sentence, and single letters (initials). */
const abbreviation =
  /(?:^|[\s(])(?:\p{L}|e\.g|i\.e|etc|vs|cf|al|Dr|Mr|Mrs|Ms|Prof|St|No|Fig|Eq|Sec|Vol|approx|bzw|ca|Nr|z\.B|d\.h|u\.a|p\.ej)$/u;

/** Ends of sentences in `[from, to)`: right before the first character of the next one. */
export function sentenceBreaks(text: string, from: number, to: number): Break[] {
  const window = text.slice(from, to);
  const breaks: Break[] = [];
  for (const match of window.matchAll(sentenceEnd)) {
    const at = match.index + match[0].length;
    if (at >= window.length) continue;
    const lower = /^\p{Ll}/u.test(window.slice(at, at + 2));
    const abbreviated =
      match[0].startsWith('.') && abbreviation.test(window.slice(Math.max(0, match.index - 8), match.index));
    if (!lower && !abbreviated) breaks.push({ at: from + at, rank: rank.sentence });
  }
  return breaks;
}

/** Starts of words in `[from, to)`, but for one at `from` itself. */
export function wordBreaks(text: string, from: number, to: number): Break[] {
  return [...text.slice(from, to).matchAll(word)]
    .filter((match) => match.index > 0)
    .map((match) => ({ at: from + match.index, rank: rank.word }));
}
