import type { Code, Heading, Nodes, Table } from 'mdast';
import { fromMarkdown, type Options } from 'mdast-util-from-markdown';
import { gfmFootnoteFromMarkdown } from 'mdast-util-gfm-footnote';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmFootnote } from 'micromark-extension-gfm-footnote';
import { gfmTable } from 'micromark-extension-gfm-table';
import type { BlockMap, CodeBlock, Span } from './block-map.js';
import { headingText } from './heading-text.js';
import { lineEndBefore, nextLineStart } from './lines.js';

/** Inline markup moves no block and costs most of the time. */
const blocksOnly = {
  disable: {
    null: [
      'attention',
      'autolink',
      'characterEscape',
      'characterReference',
      'codeText',
      'hardBreakEscape',
      'htmlText',
      'labelEnd',
      'labelStartImage',
      'labelStartLink',
    ],
  },
};

const options: Options = {
  extensions: [gfmTable(), gfmFootnote(), blocksOnly],
  mdastExtensions: [gfmTableFromMarkdown(), gfmFootnoteFromMarkdown()],
};

function spanOf(node: Nodes): Span {
  return { start: node.position?.start.offset ?? 0, end: node.position?.end.offset ?? 0 };
}

function rawText(node: Nodes): string {
  if ('value' in node) return node.value;
  return 'children' in node ? node.children.map(rawText).join('') : '';
}

function codeBlock(markdown: string, node: Code): CodeBlock {
  const span = spanOf(node);
  const fence = /^(`{3,}|~{3,})/.exec(markdown.slice(span.start, span.start + 200));
  if (fence === null) return { ...span, fenced: false, language: null, content: span };
  const first = Math.min(nextLineStart(markdown, span.start), span.end);
  const lastLine =
    Math.max(markdown.lastIndexOf('\n', span.end - 1), markdown.lastIndexOf('\r', span.end - 1)) + 1;
  const closed = lastLine >= first && /^[ \t>]*(`{3,}|~{3,})[ \t]*$/.test(markdown.slice(lastLine, span.end));
  const end = closed ? lineEndBefore(markdown, lastLine, first) : span.end;
  return {
    ...span,
    fenced: true,
    language: node.lang ?? null,
    content: { start: first, end: Math.max(first, end) },
  };
}

function addTable(markdown: string, table: Table, map: BlockMap): void {
  table.children.forEach((row, index) => {
    const span = spanOf(row);
    if (index === 0) {
      const delimiter = nextLineStart(markdown, span.end);
      span.end = Math.min(
        lineEndBefore(markdown, nextLineStart(markdown, delimiter), span.end),
        spanOf(table).end,
      );
    }
    if (index === 1) map.firstRows.push(span.start);
    map.rows.push(span);
  });
}

/** The block structure by a full CommonMark + GFM parser: exact, about 1 MB/s. Throws on nesting too deep for it. */
export function mdastBlocks(markdown: string): BlockMap {
  const map: BlockMap = { headings: [], code: [], items: [], rows: [], firstRows: [] };
  const heading = (node: Heading) =>
    map.headings.push({ ...spanOf(node), level: node.depth, text: headingText(rawText(node)) });
  const visit = (node: Nodes, depth: number): void => {
    if (node.type === 'heading' && depth === 1) heading(node);
    else if (node.type === 'code') map.code.push(codeBlock(markdown, node));
    else if (node.type === 'table') addTable(markdown, node, map);
    else if ('children' in node && node.type !== 'paragraph') {
      if (node.type === 'listItem') map.items.push(spanOf(node));
      for (const child of node.children) visit(child, depth + 1);
    }
  };
  // The parser drops a byte order mark and would count every offset one short.
  visit(fromMarkdown(markdown.replace(/^\uFEFF/, ' '), options), 0);
  return map;
}
