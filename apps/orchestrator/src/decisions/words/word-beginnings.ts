const LETTER_Y = 'y'.charCodeAt(0);
/** Shorter stems may differ from their words in the third letter: "using" and "use". */
const SHORTEST_TELLING = 4;

/**
 * Tells by its first three letters that a plain English word gives none of some keys. Stems begin as their words do, and
 * what words mean together is asked by their beginning too.
 */
export class WordBeginnings {
  private readonly known = new Set<number>();
  private anyWord = false;

  /** Adds a key that words may give: a stem, a word, or two words written as one. */
  add(key: string): void {
    // The stem of one letter may be that of "oing".
    if (key.length < 2) this.anyWord = true;
    const third = key.length < SHORTEST_TELLING ? 0 : key.charCodeAt(2);
    this.known.add(codeOf(key.charCodeAt(0), key.charCodeAt(1), third));
  }

  /** Whether a word may give a key, by its first three letters in lower case, 0 for a missing one. */
  readonly mayGive = (first: number, second: number, third: number): boolean =>
    this.anyWord ||
    // "dying" has the stem "die".
    second === LETTER_Y ||
    this.known.has(codeOf(first, second, third)) ||
    this.known.has(codeOf(first, second, 0));
}

/** One number for three ASCII characters; keys of other letters may fall on the same, which does no harm. */
function codeOf(first: number, second: number, third: number): number {
  return ((first & 0x7f) << 14) | ((second & 0x7f) << 7) | (third & 0x7f);
}
