/** Two queries that differ in case, quotes, punctuation or spaces ask an engine the same. */
export function normaliseQuery(query: string): string {
  return query
    .toWellFormed()
    .normalize('NFKC')
    .toLowerCase()
    .replace(/["'“”‘’`?!,;:()[\]]+/gu, ' ')
    .replace(/\.(?=\s|$)/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
}
