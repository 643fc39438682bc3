/** Tokenizers go quadratic on long words: text is cut into words of at most this many characters first. */
const LONGEST_WORD = 256;

type Encode = (text: string) => number;
let encoder: Promise<Encode> | null = null;

async function loadEncoder(): Promise<Encode> {
  const { countTokens } = await import('gpt-tokenizer');
  return (text) =>
    countTokens(text, { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() });
}

/** Tokens of a text as o200k_base counts them; other models differ by some percent. The tables load on first use. */
export async function countTokens(text: string): Promise<number> {
  encoder ??= loadEncoder();
  const count = await encoder;
  const broken = text.replace(new RegExp(`\\S{${LONGEST_WORD}}`, 'g'), '$& ');
  return count(broken);
}
