import type { BlockMap } from './block-map.js';
import { type Break, rank, SpanCursor, structuralBreaks, wholeSpans } from './breaks.js';
import { isBoundary, lastBoundary, nextBoundary } from './graphemes.js';
import { sentenceBreaks, wordBreaks } from './text-breaks.js';

/** A chunk is at least this part of the room it has, where a good place to cut allows it. */
const WELL_FILLED = 1 / 2;
const BARELY_FILLED = 1 / 8;

/** Finds places to cut one page; asked with growing offsets it takes linear time in all. */
export class Cutter {
  private readonly breaks: Break[];
  private readonly whole: SpanCursor;
  private readonly code: SpanCursor;

  constructor(
    private readonly markdown: string,
    map: BlockMap,
    private readonly size: number,
  ) {
    const whole = wholeSpans(map, size);
    this.breaks = structuralBreaks(markdown, map, whole);
    this.whole = new SpanCursor(whole);
    this.code = new SpanCursor(map.code);
  }

  /**
   * Where the chunk ends whose own text begins at `core` and its overlap at `start`. Null when what comes next must
   * stay whole and only fits without the overlap.
   */
  end(core: number, start: number): number | null {
    const limit = start + this.size;
    if (limit >= this.markdown.length) return this.markdown.length;
    const room = limit - core;
    const structure = this.structure(core + 1, limit);
    const text = [...structure, ...this.sentences(core, limit)];
    const good =
      this.best(text, core + room * WELL_FILLED, rank.sentence, core) ??
      this.best(text, core + room * BARELY_FILLED, rank.sentence, core);
    if (good !== null) return good;
    const blocked = this.whole.through(limit) !== null;
    if (blocked && start < core) return null;
    const words = [...structure, ...this.words(core, limit)];
    const fair = this.best(words, core + room * BARELY_FILLED, rank.word, core);
    if (fair !== null) return fair;
    return blocked ? (structure.at(-1)?.at ?? limit) : lastBoundary(this.markdown, core, limit);
  }

  /** Where the overlap of a chunk begins whose own text begins at `core`, after one that began at `previous`. */
  overlapStart(previous: number, core: number, overlap: number): number {
    const low = Math.max(previous + 1, core - overlap);
    if (low >= core || this.rankAt(core) === rank.heading || this.code.through(core) !== null) return core;
    const clear = ({ at, rank: worth }: Break) =>
      worth !== rank.edge && this.code.through(at) === null && isBoundary(this.markdown, at, previous);
    const structure = this.structure(low, core - 1).filter(clear);
    const sentences = this.sentences(low - 1, core - 1).filter(clear);
    const good = [...structure, ...sentences].filter((found) => found.rank <= rank.sentence);
    const words = good.length > 0 ? [] : [...structure, ...this.words(low - 1, core - 1).filter(clear)];
    const first = Math.min(...[...good, ...words].map(({ at }) => at));
    return Number.isFinite(first) ? first : this.firstBoundary(low, core, previous);
  }

  private firstBoundary(low: number, core: number, previous: number): number {
    const at = nextBoundary(this.markdown, low, previous);
    if (at === null || at >= core) return core;
    return this.whole.through(at) === null && this.code.through(at) === null ? at : core;
  }

  private rankAt(at: number): number | null {
    const found = this.breaks[this.firstBreak(at)];
    return found?.at === at ? found.rank : null;
  }

  /** Structural places in `[from, to]`. */
  private structure(from: number, to: number): Break[] {
    const found: Break[] = [];
    for (let index = this.firstBreak(from); index < this.breaks.length; index += 1) {
      const place = this.breaks[index];
      if (place === undefined || place.at > to) break;
      found.push(place);
    }
    return found;
  }

  private firstBreak(from: number): number {
    let low = 0;
    let high = this.breaks.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.breaks[middle]?.at ?? 0) < from) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Ends of sentences in `(from, to]`, outside of code and of what stays whole. */
  private sentences(from: number, to: number): Break[] {
    return sentenceBreaks(this.markdown, from, to + 2).filter(
      ({ at }) => at <= to && this.code.through(at) === null && this.whole.through(at) === null,
    );
  }

  private words(from: number, to: number): Break[] {
    return wordBreaks(this.markdown, from, to + 2).filter(
      ({ at }) => at <= to && this.whole.through(at) === null,
    );
  }

  /** The best rank from `from` on, and of that rank the last; null when none is as good as `worst`. */
  private best(places: readonly Break[], from: number, worst: number, core: number): number | null {
    const fit = places
      .filter((place) => place.at >= from && place.rank <= worst)
      .sort((one, other) => one.rank - other.rank || other.at - one.at);
    return fit.find(({ at }) => isBoundary(this.markdown, at, core))?.at ?? null;
  }
}
