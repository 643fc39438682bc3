/** One word of a text. `parts` are the words an identifier or compound is made of; a plain word has itself only. */
export interface Word {
  /** The whole, lower case; null for parts that only stand beside each other (an apostrophe, a path). */
  whole: string | null;
  parts: string[];
  /** Made of letters in one case with no digits: a word of a language, worth stemming. */
  plain: boolean;
}

/** Longest term; longer words are cut, so that no blob makes terms without end. */
export const MAX_TERM_LENGTH = 64;
const MAX_COMPOUND_LENGTH = 128;
const MAX_PARTS = 8;
const SEGMENT_SLICE = 2000;

const RUN = String.raw`[\p{L}\p{M}\p{N}_]+`;
const compounds = new RegExp(String.raw`${RUN}(?:(?:::|->|[-./'’@])${RUN}){0,7}(?:\+\+|#)?`, 'gu');
const runs = new RegExp(RUN, 'gu');
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]+/gu;
const hasUnspaced =
  /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\u{20000}-\u{3ffff}]/u;
const humps = /\p{Lu}[\p{Lu}\p{M}]*(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{M}]+|[\p{Lo}\p{Lm}\p{M}]+|\p{N}+/gu;

let segmenter: Intl.Segmenter | null = null;

/** Words of a script without spaces. The segmenter is slow on long input, hence the slices. */
function* segmentWords(text: string): Generator<string> {
  segmenter ??= new Intl.Segmenter('zh', { granularity: 'word' });
  for (let from = 0; from < text.length; from += SEGMENT_SLICE) {
    for (const { segment, isWordLike } of segmenter.segment(text.slice(from, from + SEGMENT_SLICE))) {
      if (isWordLike) yield segment;
    }
  }
}

/** A word with its overlapping pairs of characters: what the segmenter joins in one place it may part in another. */
function pairedWord(word: string): Word {
  const characters = [...word];
  const parts = [word.slice(0, MAX_TERM_LENGTH)];
  if (characters.length > 2 && characters.length <= MAX_TERM_LENGTH) {
    for (let index = 0; index + 1 < characters.length; index += 1) {
      parts.push(`${characters[index]}${characters[index + 1]}`);
    }
  }
  return { whole: null, parts, plain: false };
}

function partsOf(run: string): string[] {
  if (run.length > MAX_TERM_LENGTH) return [run];
  const parts = run.split('_').flatMap((piece) => piece.match(humps) ?? [piece]);
  return parts.filter((part) => part !== '').slice(0, MAX_PARTS);
}

function compoundWord(compound: string, found: readonly string[]): Word {
  const parts = found.flatMap(partsOf).map((part) => part.toLowerCase().slice(0, MAX_TERM_LENGTH));
  const suffix = /(?:\+\+|#)$/.exec(compound)?.[0] ?? '';
  if (parts.length === 1 && !suffix) {
    const word = parts[0] ?? '';
    return { whole: null, parts: [word], plain: /^[\p{L}\p{M}]+$/u.test(word) };
  }
  // A path, an address or an apostrophe joins words that are not one name.
  const loose = /['’/@]/.test(compound) || parts.length > MAX_PARTS;
  // `utf-8` and `utf8`, `max_connections` and `maxConnections` are one name; `3.11` is not `311`.
  const numeric = parts.every((part) => /^\p{N}+$/u.test(part));
  const whole = parts.join(numeric ? '.' : '') + suffix;
  return { whole: loose ? null : whole.slice(0, MAX_TERM_LENGTH), parts, plain: false };
}

// Most words of most texts; they need none of the work below.
const simple = /^[A-Z]?[a-z]{1,63}$/;

function* wordsOfCompound(compound: string): Generator<Word> {
  if (simple.test(compound)) {
    yield { whole: null, parts: [compound.toLowerCase()], plain: true };
    return;
  }
  const found = compound.match(runs) ?? [];
  const pieces = hasUnspaced.test(compound) ? compound.match(unspaced) : null;
  if (pieces) {
    for (const piece of pieces) {
      for (const word of segmentWords(piece)) yield pairedWord(word);
    }
    yield* splitWords(compound.replace(unspaced, ' '));
  } else if (/[\uac00-\ud7af]/.test(compound)) {
    for (const run of found) yield pairedWord(run.toLowerCase());
  } else if (compound.length > MAX_COMPOUND_LENGTH) {
    for (const run of found) yield compoundWord(run, [run]);
  } else yield compoundWord(compound, found);
}

/** Splits a text into words, one pass and linear in its length; emoji and punctuation are no words. */
export function* splitWords(text: string): Generator<Word> {
  for (const [compound] of text.normalize('NFKC').matchAll(compounds)) yield* wordsOfCompound(compound);
}
