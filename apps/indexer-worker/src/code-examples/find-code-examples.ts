import type { BlockMap, CodeBlock, Span } from '../chunk/block-map.js';
import { lastBoundary } from '../chunk/graphemes.js';
import { HeadingPaths } from '../chunk/heading-paths.js';

/** A piece of code that is worth finding apart from its page. Its content is `markdown.slice(start, end)`. */
export interface CodeExample extends Span {
  /** As the fence names it, in lower case; null when it does not. */
  language: string | null;
  headingPath: string[];
  /** What the page says right before the code, shortened; may be empty. */
  prose: string;
}

const MIN_LINES = 3;
const MAX_PROSE = 300;

/**
 * Finds the code blocks of at least three lines, in page order. One longer than `maxLength` is given in several
 * pieces, cut between lines. Inside a quote or a list the lines keep the marks and indentation of the page.
 */
export function findCodeExamples(markdown: string, map: BlockMap, maxLength: number): CodeExample[] {
  const paths = new HeadingPaths(markdown, map.headings);
  let before = 0;
  return map.code.flatMap((block) => {
    const headingPath = paths.at(block.start, block.start + 1);
    const prose = proseBefore(markdown, before, block.start);
    before = block.end;
    if (lineCount(markdown, block.content) < MIN_LINES) return [];
    const language = languageOf(block);
    return pieces(markdown, block.content, maxLength).map((span) => ({
      ...span,
      language,
      headingPath,
      prose,
    }));
  });
}

function lineCount(markdown: string, { start, end }: Span): number {
  const code = markdown.slice(start, end).trimEnd();
  return code.trim() === '' ? 0 : code.split(/\r\n|\r|\n/).length;
}

function languageOf({ language }: CodeBlock): string | null {
  const name = /^[\w#+.-]{1,40}/.exec(language ?? '')?.[0];
  return name?.toLowerCase() ?? null;
}

/** The last paragraph in `[from, to)`, without marks that lead to the code block. */
function proseBefore(markdown: string, from: number, to: number): string {
  const near = markdown.slice(Math.max(from, to - 2 * MAX_PROSE), to).replace(/[\s>*+-]+$/, '');
  const paragraph = near.split(/\r?\n[ \t>]*\r?\n/).at(-1) ?? '';
  const text = paragraph
    .replace(/^\s*#{1,6}\s.*$/gm, '')
    .replace(/\s+/g, ' ')
    .trim();
  return text.slice(-MAX_PROSE);
}

function pieces(markdown: string, { start, end }: Span, maxLength: number): Span[] {
  const found: Span[] = [];
  for (let from = start; from < end; ) {
    const limit = from + maxLength;
    const line = markdown.lastIndexOf('\n', Math.min(limit, end) - 1) + 1;
    const cut = line > from ? line : Math.min(lastBoundary(markdown, from, limit), end);
    const to = limit >= end ? end : cut;
    if (markdown.slice(from, to).trim() !== '') found.push({ start: from, end: to });
    from = to;
  }
  return found;
}
