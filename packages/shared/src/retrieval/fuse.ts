/** The constant of reciprocal rank fusion (Cormack, Clarke and Büttcher 2009). */
const RANK_CONSTANT = 60;

/**
 * Fuses ranked lists of ids into one, best first: each list gives 1 / (60 + rank). Takes each list's weight (1 when
 * left out). Equal scores are ordered by id, so that the same lists always give the same order.
 */
export function fuse(lists: readonly { ids: readonly string[]; weight?: number }[]): string[] {
  const scores = new Map<string, number>();
  for (const { ids, weight = 1 } of lists) {
    for (const [index, id] of ids.entries()) {
      scores.set(id, (scores.get(id) ?? 0) + weight / (RANK_CONSTANT + index + 1));
    }
  }
  return [...scores].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([id]) => id);
}
