/**
 * Takes the syntax out of a query. SearXNG reads every word that starts with `!` or `?` (engine, category, `!!` leaves
 * for another site), `:` (language) or `<` and a number (time limit) as a command to itself; a question must not give
 * commands, so these leading characters are dropped (`!important :hover` is asked as `important hover`).
 * Gives the words with single spaces, '' when nothing is left.
 */
export function plainQuery(query: string): string {
  return query
    .split(/\s+/u)
    .map((word) => word.replace(/^(?:[!?:]|<(?=\d))+/u, ''))
    .filter((word) => word !== '')
    .join(' ');
}
