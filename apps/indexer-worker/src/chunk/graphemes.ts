const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Longest cluster that is looked at whole; stacked marks beyond it are no character of any script. */
const MAX_CLUSTER = 64;

function isPlain(code: number): boolean {
  return code < 0x80 && code !== 13;
}

/**
 * True when a cut at `at` goes through no user-perceived character. `from` is a place before it that is known to
 * be such a boundary.
 */
export function isBoundary(text: string, at: number, from: number): boolean {
  if (at <= from || at >= text.length) return true;
  const before = text.charCodeAt(at - 1);
  const after = text.charCodeAt(at);
  if (before === 10 || (before === 13 && after !== 10) || (isPlain(before) && isPlain(after))) return true;
  const start = plainStart(text, at, from);
  return segmenter.segment(text.slice(start, at + 2)).containing(at - start)?.index === at - start;
}

/** A boundary near before `at`: after a plain character followed by another, else `from`. */
function plainStart(text: string, at: number, from: number): number {
  for (let index = at - 1; index > from; index -= 1) {
    if (isPlain(text.charCodeAt(index)) && isPlain(text.charCodeAt(index - 1))) return index;
  }
  return from;
}

/** The cluster that the unit at `at` belongs to; `from` is a boundary before it. */
function clusterAt(text: string, at: number, from: number): { start: number; end: number } {
  const start = plainStart(text, at, from);
  const cluster = segmenter.segment(text.slice(start, at + MAX_CLUSTER)).containing(at - start);
  if (cluster === undefined) return { start: at, end: at };
  return { start: start + cluster.index, end: start + cluster.index + cluster.segment.length };
}

/** The first boundary from `at` on, `from` being one before it; null when a single cluster reaches further than any script needs. */
export function nextBoundary(text: string, at: number, from: number): number | null {
  const { start, end } = clusterAt(text, at, from);
  if (start === at) return at;
  return end < at + MAX_CLUSTER ? end : null;
}

/**
 * The last boundary in `(from, limit]`, `from` being one. Where a single cluster fills all of it, the last place
 * that at least splits no surrogate pair; `limit` must be at least two units away then.
 */
export function lastBoundary(text: string, from: number, limit: number): number {
  if (limit >= text.length) return text.length;
  const { start } = clusterAt(text, limit, from);
  if (start > from && start > limit - MAX_CLUSTER) return start;
  const low = text.charCodeAt(limit);
  const high = text.charCodeAt(limit - 1);
  const splits = low >= 0xdc00 && low <= 0xdfff && high >= 0xd800 && high <= 0xdbff;
  return splits && limit - 1 > from ? limit - 1 : limit;
}
