declare module 'snowball-stemmers' {
  /** A Snowball stemmer by the English name of its language; throws for a name it does not know. */
  export function newStemmer(algorithm: string): { stem(word: string): string };
}
