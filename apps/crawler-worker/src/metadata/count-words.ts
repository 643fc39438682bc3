/** Counts words; a character of a script without spaces (Han, kana, Thai …) counts as half a word. */
export function countWords(text: string): number {
  const spaced = text.match(/[\p{L}\p{N}_]+/gu) ?? [];
  let words = 0;
  for (const run of spaced) {
    const unspaced = run.match(
      /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/gu,
    );
    words += unspaced ? Math.ceil(unspaced.length / 2) : 1;
  }
  return words;
}
