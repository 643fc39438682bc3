import type { BlockMap, CodeBlock } from './block-map.js';
import { headingText } from './heading-text.js';
import {
  columnsOf,
  fenceOpening,
  isClosingFence,
  isDelimiterRow,
  isThematicBreak,
  listMarker,
} from './line-shapes.js';
import { eachLine, type Line, lineEndBefore } from './lines.js';
import { OpenItems } from './open-items.js';

interface OpenFence {
  block: CodeBlock;
  mark: string;
  quotes: number;
  minColumn: number;
}

/** A line inside its quotes: `at` is where its text begins, `column` how far it is indented there. */
interface QuotedLine extends Line {
  quotes: number;
  at: number;
  column: number;
  text: string;
}

/**
 * The block structure by one pass over the lines: linear whatever comes, and near enough to CommonMark + GFM for
 * pages that are too big or too deep for the full parser. HTML blocks are taken for paragraphs.
 */
export function scanBlocks(markdown: string): BlockMap {
  return new BlockScan(markdown).run();
}

class BlockScan {
  private readonly map: BlockMap = { headings: [], code: [], items: [], rows: [], firstRows: [] };
  private readonly items = new OpenItems();
  private fence: OpenFence | null = null;
  private paragraph: QuotedLine | null = null;
  private lastLine: QuotedLine | null = null;
  private table: { rows: number } | null = null;
  private contentEnd = 0;
  private quotes = 0;
  private readonly quotePrefix = /(?: {0,3}> ?)*/y;
  private readonly indentation = /[ \t]*/y;

  constructor(private readonly markdown: string) {}

  run(): BlockMap {
    for (const line of eachLine(this.markdown)) this.line(this.unquote(line));
    if (this.fence !== null) this.closeFence(this.fence, this.markdown.length, this.markdown.length);
    this.map.items = this.items.finish(this.contentEnd);
    return this.map;
  }

  private unquote(line: Line): QuotedLine {
    this.quotePrefix.lastIndex = line.start;
    const prefix = this.quotePrefix.exec(this.markdown)?.[0] ?? '';
    const quotes = prefix === '' ? 0 : prefix.split('>').length - 1;
    return this.place(line, line.start + prefix.length, quotes);
  }

  private place({ start, end, next }: Line, from: number, quotes: number): QuotedLine {
    if (from >= end) return { start, end, next, quotes, at: end, column: 0, text: '' };
    this.indentation.lastIndex = from;
    const indent = this.indentation.exec(this.markdown)?.[0] ?? '';
    const at = Math.min(from + indent.length, end);
    return { start, end, next, quotes, at, column: columnsOf(indent), text: this.markdown.slice(at, end) };
  }

  private line(line: QuotedLine): void {
    if (this.fence !== null && this.inFence(this.fence, line)) return;
    if (line.text === '') {
      this.paragraph = null;
      this.table = null;
      return;
    }
    this.leaveContainers(line);
    this.block(line);
    this.contentEnd = line.end;
    this.lastLine = line;
  }

  /** True when the line is the fence's own, its closing line included. */
  private inFence(fence: OpenFence, line: QuotedLine): boolean {
    const inner = fence.quotes === 0 ? this.place(line, line.start, 0) : line;
    const left = line.quotes < fence.quotes || (inner.text !== '' && inner.column < fence.minColumn);
    if (left) {
      this.closeFence(fence, lineEndBefore(this.markdown, line.start, fence.block.start), line.start);
      return false;
    }
    if (isClosingFence(inner.text, fence.mark)) this.closeFence(fence, line.end, line.start);
    return true;
  }

  private closeFence(fence: OpenFence, end: number, contentBefore: number): void {
    const { block } = fence;
    block.end = end;
    block.content.start = Math.min(block.content.start, end);
    block.content.end = Math.max(
      block.content.start,
      lineEndBefore(this.markdown, contentBefore, block.content.start),
    );
    this.contentEnd = end;
    this.fence = null;
  }

  private leaveContainers(line: QuotedLine): void {
    const lazy = this.paragraph !== null && !this.startsBlock(line);
    if (lazy) return;
    if (line.quotes !== this.quotes) this.items.closeDeeperThan(-1, this.contentEnd);
    this.quotes = line.quotes;
    const { depth } = this.items;
    this.items.closeDeeperThan(line.column, this.contentEnd);
    if (this.items.depth < depth) this.endParagraph();
  }

  private startsBlock({ text }: QuotedLine): boolean {
    return (
      listMarker(text) !== null ||
      fenceOpening(text) !== null ||
      /^#{1,6}(?:[ \t]|$)/.test(text) ||
      isThematicBreak(text)
    );
  }

  private block(line: QuotedLine): void {
    const atRoot = this.items.depth === 0 && line.quotes === 0;
    const { paragraph } = this;
    if (atRoot && paragraph !== null && /^(?:=+|-+)[ \t]*$/.test(line.text)) this.setext(line, paragraph);
    else if (paragraph !== null || line.column - this.items.contentColumn < 4)
      this.leaf(this.openItems(line), atRoot);
  }

  /** The block inside all containers that begins, or goes on, at this line. */
  private leaf(line: QuotedLine, atRoot: boolean): void {
    const fence = fenceOpening(line.text);
    const hashes = /^#{1,6}(?=[ \t]|$)/.exec(line.text)?.[0];
    if (fence !== null) this.openFence(line, fence);
    else if (hashes !== undefined) this.atx(line, hashes.length, atRoot && this.items.depth === 0);
    else if (isThematicBreak(line.text)) this.endParagraph();
    else if (this.table !== null) this.row(line, this.table);
    else if (
      this.paragraph !== null &&
      this.lastLine !== null &&
      isDelimiterRow(line.text, this.lastLine.text)
    ) {
      this.map.rows.push({ start: this.lastLine.at, end: line.end });
      this.endParagraph();
      this.table = { rows: 0 };
    } else this.paragraph ??= line;
  }

  private endParagraph(): void {
    this.paragraph = null;
    this.table = null;
  }

  private openItems(line: QuotedLine): QuotedLine {
    let inner = line;
    for (;;) {
      const marker = isThematicBreak(inner.text) ? null : listMarker(inner.text);
      if (marker === null) return inner;
      // Only "1." may turn a running paragraph into a list: "1986. A great year" is prose.
      if (this.paragraph !== null && this.items.depth === 0 && !marker.mayInterrupt) return inner;
      this.items.open(inner.at, inner.column + marker.width);
      this.endParagraph();
      const at = Math.min(inner.at + marker.length, line.end);
      inner = { ...inner, at, column: inner.column + marker.width, text: inner.text.slice(marker.length) };
    }
  }

  private openFence(line: QuotedLine, opening: { mark: string; language: string | null }): void {
    this.endParagraph();
    const block: CodeBlock = {
      start: line.at,
      end: line.end,
      fenced: true,
      language: opening.language,
      content: { start: line.next, end: line.next },
    };
    this.map.code.push(block);
    this.fence = { block, mark: opening.mark, quotes: line.quotes, minColumn: this.items.contentColumn };
  }

  private atx(line: QuotedLine, level: number, atRoot: boolean): void {
    this.endParagraph();
    if (!atRoot) return;
    const text = headingText(line.text.slice(level, level + 600).replace(/[ \t]+#+[ \t]*$/, ''));
    this.map.headings.push({ start: line.at, end: line.end, level, text });
  }

  private setext(line: QuotedLine, first: QuotedLine): void {
    const source = this.markdown.slice(first.at, Math.min(line.start, first.at + 600));
    const level = line.text.startsWith('=') ? 1 : 2;
    this.map.headings.push({ start: first.at, end: line.end, level, text: headingText(source) });
    this.endParagraph();
  }

  private row(line: QuotedLine, table: { rows: number }): void {
    if (table.rows === 0) this.map.firstRows.push(line.at);
    table.rows += 1;
    this.map.rows.push({ start: line.at, end: line.end });
  }
}
