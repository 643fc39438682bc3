import type { Span } from './block-map.js';

interface OpenItem {
  start: number;
  /** Column its content begins at; a line with less indentation is no longer in it. */
  contentColumn: number;
}

/** The list items that are open at a line of a scan, outermost first. */
export class OpenItems {
  private readonly stack: OpenItem[] = [];
  private readonly closed: Span[] = [];

  get depth(): number {
    return this.stack.length;
  }

  /** Column at which content of the innermost item begins; 0 outside of lists. */
  get contentColumn(): number {
    return this.stack.at(-1)?.contentColumn ?? 0;
  }

  open(start: number, contentColumn: number): void {
    this.stack.push({ start, contentColumn });
  }

  /** Closes every item that a line with this indentation cannot belong to; they end at `end`. */
  closeDeeperThan(column: number, end: number): void {
    for (
      let top = this.stack.at(-1);
      top !== undefined && top.contentColumn > column;
      top = this.stack.at(-1)
    ) {
      this.stack.pop();
      this.closed.push({ start: top.start, end: Math.max(end, top.start + 1) });
    }
  }

  /** Closes what is open and gives all items in page order, outer before inner. */
  finish(end: number): Span[] {
    this.closeDeeperThan(-1, end);
    return this.closed.sort((one, other) => one.start - other.start || other.end - one.end);
  }
}
