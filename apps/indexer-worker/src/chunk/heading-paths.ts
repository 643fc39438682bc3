import type { HeadingBlock } from './block-map.js';

/** Headings in force at growing places of a page. */
export class HeadingPaths {
  private readonly open: HeadingBlock[] = [];
  private index = 0;

  constructor(
    private readonly markdown: string,
    private readonly headings: readonly HeadingBlock[],
  ) {}

  /**
   * Texts of the headings, outermost first, over the first words in `[start, end)` that are not headings
   * themselves: a chunk that begins with a heading is under it.
   */
  at(start: number, end: number): string[] {
    let place = start;
    for (let next = this.headings[this.index]; next !== undefined; next = this.headings[this.index]) {
      if (next.start >= end || (next.start > place && !this.blank(place, next.start))) break;
      this.enter(next);
      place = Math.max(place, next.end);
    }
    return this.open.map(({ text }) => text).filter((text) => text !== '');
  }

  private blank(from: number, to: number): boolean {
    return this.markdown.slice(from, to).trim() === '';
  }

  private enter(heading: HeadingBlock): void {
    while ((this.open.at(-1)?.level ?? 0) >= heading.level) this.open.pop();
    this.open.push(heading);
    this.index += 1;
  }
}
