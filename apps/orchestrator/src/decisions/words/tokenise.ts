/** One word of a text with its place in it (UTF-16 units). */
export interface Token {
  text: string;
  start: number;
  end: number;
}

const WORD = /[\p{L}\p{M}\p{N}_$]+(?:[.'’/+:#-][\p{L}\p{M}\p{N}_$]+)*/gu;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const RUNS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}ー]+|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}ー]+/gu;
/** Most words of most texts: they need none of the work of names in code. */
const PLAIN = /^[A-Z]?[a-z]+$/;
/** Longer "words" are data (keys, base64): nobody asks for them and every later step would pay for them. */
const LONGEST_WORD = 80;

/** Splits a text into words; scripts written without spaces give overlapping pairs of characters. */
export function tokenise(text: string): Token[] {
  const tokens: Token[] = [];
  // Asked of the whole text first: most texts have none, and the answer for each word would cost as much as the word.
  const hasUnspaced = UNSPACED.test(text);
  for (const match of text.matchAll(WORD)) {
    const word = match[0];
    if (word.length > LONGEST_WORD && !(hasUnspaced && UNSPACED.test(word.slice(0, LONGEST_WORD)))) continue;
    if (hasUnspaced && UNSPACED.test(word)) pushUnspaced(word, match.index, tokens);
    else tokens.push({ text: word, start: match.index, end: match.index + word.length });
  }
  return tokens;
}

/** The words of a text without their places: what `tokenise` gives, faster. */
export function wordsOf(text: string): string[] {
  if (UNSPACED.test(text)) return tokenise(text).map((token) => token.text);
  const words = text.match(WORD) ?? [];
  return words.some((word) => word.length > LONGEST_WORD)
    ? words.filter((word) => word.length <= LONGEST_WORD)
    : words;
}

function pushUnspaced(word: string, offset: number, into: Token[]): void {
  for (const run of word.matchAll(RUNS)) {
    const start = offset + run.index;
    if (!UNSPACED.test(run[0])) {
      if (/[\p{L}\p{N}]/u.test(run[0])) into.push({ text: run[0], start, end: start + run[0].length });
      continue;
    }
    const characters = [...run[0]];
    let at = start;
    for (let i = 0; i < Math.max(1, characters.length - 1); i += 1) {
      const pair = (characters[i] ?? '') + (characters[i + 1] ?? '');
      into.push({ text: pair, start: at, end: at + pair.length });
      at += (characters[i] ?? '').length;
    }
  }
}

/** `keepAliveTimeout`, `keep_alive`, `keep-alive`, `std.querysort` → their words in lower case; none for a plain word. */
export function partsOf(word: string): string[] {
  if (PLAIN.test(word)) return [];
  const parts = word
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu}+)(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(/(\p{Lu}{2,})(\p{N})/gu, '$1 $2')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((part) => part !== '')
    .map((part) => part.toLowerCase());
  return parts.length > 1 ? parts : [];
}

/** Letters and digits in lower case, all else dropped: `HTTP/2` → `http2`. */
export function joined(word: string): string {
  if (PLAIN.test(word)) return word.toLowerCase();
  return word.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, '');
}

/** Whether a word looks like code: inner capitals, underscores, dots or a call. */
export function looksLikeCode(word: string): boolean {
  return /\p{Ll}\p{Lu}|_|\$|^\p{Lu}\p{Ll}+\p{Lu}|\p{L}\.\p{L}/u.test(word) && !/^(?:i\.e|e\.g)$/i.test(word);
}
