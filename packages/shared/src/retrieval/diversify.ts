/** So many passages of one page may stand in front before other pages had their turn. */
const PASSAGES_PER_PAGE = 2;

/**
 * Drops passages whose text was seen already (same hash; the better ranked one stays) and moves a page's third and
 * later passages behind the others. Order is kept otherwise.
 */
export function diversify<T extends { content_hash: string; url: string }>(ranked: readonly T[]): T[] {
  const { front, back } = spread(ranked);
  return [...front, ...back];
}

/** How many of the passages `diversify` leaves in front: those come first, however many others are ranked behind them. */
export function countInFront(ranked: readonly { content_hash: string; url: string }[]): number {
  return spread(ranked).front.length;
}

function spread<T extends { content_hash: string; url: string }>(
  ranked: readonly T[],
): { front: T[]; back: T[] } {
  const texts = new Set<string>();
  const pages = new Map<string, number>();
  const front: T[] = [];
  const back: T[] = [];
  for (const passage of ranked) {
    if (texts.has(passage.content_hash)) continue;
    texts.add(passage.content_hash);
    const before = pages.get(passage.url) ?? 0;
    pages.set(passage.url, before + 1);
    (before < PASSAGES_PER_PAGE ? front : back).push(passage);
  }
  return { front, back };
}
