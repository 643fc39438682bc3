/** Tokenizers go quadratic on very long words: those are cut before counting. */
const LONGEST_WORD = 64;
const LONGEST_TEXT = 400_000;

type Count = (text: string) => number;
let loaded: Promise<Count> | undefined;

/** Loads the tokenizer when the first prompt is built: without a model nobody pays for its tables. */
export function tokenCounter(): Promise<Count> {
  loaded ??= import('gpt-tokenizer').then(({ countTokens }) => (text: string) => {
    const counted = countTokens(capWords(text.slice(0, LONGEST_TEXT)));
    return counted + Math.ceil(Math.max(0, text.length - LONGEST_TEXT) / 3);
  });
  return loaded;
}

/** Breaks words longer than 64 characters with a space. */
export function capWords(text: string): string {
  return text.replace(
    /\S{65,}/gu,
    (word) => word.match(/[\s\S]{1,64}/gu)?.join(' ') ?? word.slice(0, LONGEST_WORD),
  );
}
