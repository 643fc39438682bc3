declare module 'snowball-stemmers' {
  /** A stemmer of one language; throws for a name it does not know. */
  export function newStemmer(language: string): { stem(word: string): string };
}
