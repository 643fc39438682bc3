const LONGEST_WORD = 80;
/** What tells a small letter from its capital. */
const SMALL_BIT = 0x20;

// Classes of the ASCII characters: what a word is made of, what joins two words into one.
const NONE = 0;
const SMALL = 1;
const CAPITAL = 2;
const OTHER = 3;
const JOINS = 4;
const CLASSES = new Uint8Array(128);
for (let code = 0; code < 128; code += 1) {
  const character = String.fromCharCode(code);
  if (/[a-z]/.test(character)) CLASSES[code] = SMALL;
  else if (/[A-Z]/.test(character)) CLASSES[code] = CAPITAL;
  else if (/[0-9_$]/.test(character)) CLASSES[code] = OTHER;
  else if (/[.'/+:#-]/.test(character)) CLASSES[code] = JOINS;
}

/**
 * Goes through the words of an ASCII text as `wordsOf` gives them, for those who want few of them. A plain word is left out
 * when `matters`, asked with its first three letters in lower case (0 for a missing one), says no and the word before it did
 * not ask for it; all others are given to `take`, which says whether it wants the next word whatever that is.
 */
export function scanWords(
  text: string,
  matters: (first: number, second: number, third: number) => boolean,
  take: (word: string) => boolean,
): void {
  let wantsNext = false;
  let at = 0;
  while (at < text.length) {
    const start = at;
    const opens = classAt(text, at);
    at += 1;
    if (opens === NONE || opens === JOINS) continue;
    let plain = opens !== OTHER;
    for (let kind = classAt(text, at); kind !== NONE; kind = classAt(text, at)) {
      if (kind === JOINS && !continues(text, at + 1)) break;
      if (kind !== SMALL) plain = false;
      at += 1;
    }
    const length = at - start;
    if (length > LONGEST_WORD) continue;
    // A capital alone is not written as words are.
    if (length === 1 && opens === CAPITAL) plain = false;
    const second = length > 1 ? text.charCodeAt(start + 1) : 0;
    const third = length > 2 ? text.charCodeAt(start + 2) : 0;
    if (wantsNext || !plain || matters(text.charCodeAt(start) | SMALL_BIT, second, third)) {
      wantsNext = take(text.slice(start, at));
    }
  }
}

/** The class of the character at a place; none behind the end. */
function classAt(text: string, at: number): number {
  return at < text.length ? (CLASSES[text.charCodeAt(at)] ?? NONE) : NONE;
}

/** Whether a word goes on at a place: a mark joins two words only where the second follows at once. */
function continues(text: string, at: number): boolean {
  const kind = classAt(text, at);
  return kind !== NONE && kind !== JOINS;
}
