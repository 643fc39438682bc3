/** A stretch of the page, `[start, end)` in UTF-16 units. */
export interface Span {
  start: number;
  end: number;
}

export interface HeadingBlock extends Span {
  level: number;
  /** Plain text, without markup. */
  text: string;
}

export interface CodeBlock extends Span {
  /** False for indented code. */
  fenced: boolean;
  language: string | null;
  /** The code's own lines, without the fences. */
  content: Span;
}

/**
 * What the chunker knows of a page's structure; every list in page order. Containers nest, so items may hold items,
 * code blocks and rows, but two spans never cross.
 */
export interface BlockMap {
  /** Headings of the page itself, not those inside quotes or lists. */
  headings: HeadingBlock[];
  code: CodeBlock[];
  items: Span[];
  /** Table rows; the header row reaches over its delimiter row. */
  rows: Span[];
  /** Where a table's first data row starts: a bad place to cut, its header stays behind. */
  firstRows: number[];
}
