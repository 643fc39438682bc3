import type { BlockMap, Span } from './block-map.js';
import { eachLine } from './lines.js';

/** How good a place is to cut, best first. */
export const rank = {
  heading: 0,
  blankLine: 1,
  item: 2,
  sentence: 3,
  line: 4,
  word: 5,
  edge: 6,
} as const;
export type Rank = (typeof rank)[keyof typeof rank];

/** A place where the page may be cut: the chunk before ends here, the next one begins. */
export interface Break {
  at: number;
  rank: Rank;
}

/** Moves through sorted, disjoint spans together with growing offsets; `inside` is O(1) on average. */
export class SpanCursor {
  private index = 0;

  constructor(private readonly spans: readonly Span[]) {}

  /** The span with `start < at < end`, so that a cut at `at` would go through it; else null. */
  through(at: number): Span | null {
    while (this.index > 0 && (this.spans[this.index]?.start ?? Number.POSITIVE_INFINITY) >= at)
      this.index -= 1;
    for (
      let span = this.spans[this.index];
      span !== undefined && span.end <= at;
      span = this.spans[this.index]
    ) {
      this.index += 1;
    }
    const span = this.spans[this.index];
    return span !== undefined && span.start < at && at < span.end ? span : null;
  }
}

/** The outermost spans that are to stay whole: code, items and rows of at most `size`; sorted and disjoint. */
export function wholeSpans(map: BlockMap, size: number): Span[] {
  const all = [...map.code, ...map.items, ...map.rows]
    .filter(({ start, end }) => end > start && end - start <= size)
    .sort((one, other) => one.start - other.start || other.end - one.end);
  const outermost: Span[] = [];
  for (const span of all) {
    if (span.start >= (outermost.at(-1)?.end ?? 0)) outermost.push(span);
  }
  return outermost;
}

const blankLine = /^[ \t>]*$/;

/**
 * Every place between lines where the page may be cut, in order, never inside a whole span; a run of blank lines
 * belongs to what stands before it. The edges of whole spans are there too, as a last resort.
 */
export function structuralBreaks(markdown: string, map: BlockMap, whole: readonly Span[]): Break[] {
  const headings = new Set(map.headings.map(({ start }) => start));
  const items = new Set(map.items.map(({ start }) => start));
  const rows = new Set(map.rows.map(({ start }) => start));
  const badRows = new Set(map.firstRows);
  const code = new SpanCursor(map.code);
  const breaks: Break[] = [];
  let before: { blank: boolean; heading: boolean; colon: boolean } = {
    blank: true,
    heading: false,
    colon: false,
  };
  for (const line of eachLine(markdown)) {
    const head = markdown.slice(line.start, Math.min(line.end, line.start + 400));
    if (blankLine.test(head) && line.end - line.start <= 400) {
      before.blank = true;
      continue;
    }
    const at = line.start + (/^[ \t>]*/.exec(head)?.[0].length ?? 0);
    const inCode = code.through(line.start) !== null;
    const heading = headings.has(at);
    const rankHere = (): Rank => {
      if (inCode) return before.blank ? rank.item : rank.sentence;
      if (before.heading || badRows.has(at)) return rank.word;
      if (heading) return rank.heading;
      if (before.blank) return before.colon ? rank.sentence : rank.blankLine;
      return items.has(at) || rows.has(at) ? rank.item : rank.line;
    };
    if (line.start > 0) breaks.push({ at: line.start, rank: rankHere() });
    before = { blank: false, heading, colon: markdown.slice(line.start, line.end).trimEnd().endsWith(':') };
  }
  return withoutInner(addEdges(breaks, whole), whole);
}

function addEdges(breaks: Break[], whole: readonly Span[]): Break[] {
  const edges = whole.flatMap(({ start, end }): Break[] => [
    { at: start, rank: rank.edge },
    { at: end, rank: rank.edge },
  ]);
  const sorted = [...breaks, ...edges].sort((one, other) => one.at - other.at || one.rank - other.rank);
  return sorted.filter(({ at }, index) => at > 0 && at !== sorted[index - 1]?.at);
}

function withoutInner(breaks: Break[], whole: readonly Span[]): Break[] {
  const cursor = new SpanCursor(whole);
  return breaks.filter(({ at }) => cursor.through(at) === null);
}
