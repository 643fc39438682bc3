import type { PageMetadata } from '@agentic-search/shared/pages';
import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { metadataLimits } from './metadata-limits.js';

const LONGEST_SOURCE = 2_000;
// "# Title", or a line of text with a line of "=" or "-" under it.
const heading =
  /^(?:(#{1,6})[ \t]+(.+?)[ \t]*#*|(?![ \t]*(?:[-*+>|#]|\d+[.)][ \t]))(\S.*)\n(=+|-{2,})[ \t]*)$/gm;

/** The headings of Markdown without its code blocks, as a reader sees them: no marks, no targets, no badges. */
export function markdownHeadings(prose: string): PageMetadata['headers'] {
  const found: PageMetadata['headers'] = [];
  for (const [, marks, atx, setext, line] of prose.matchAll(heading)) {
    const text = readable(atx ?? setext ?? '').slice(0, metadataLimits.heading);
    if (text !== '') found.push({ level: marks?.length ?? (line?.startsWith('=') ? 1 : 2), text });
    if (found.length === metadataLimits.headings) break;
  }
  return found;
}

function readable(source: string): string {
  const line = source.slice(0, LONGEST_SOURCE).trim();
  if (!/[\\*_`[\]<&!~]/.test(line)) return line;
  const parsed = fromMarkdown(`# ${line}`);
  // An image says something only where nothing else does: a logo, not the badges behind a name.
  return textOf(parsed, false) || textOf(parsed, true);
}

function textOf(node: Nodes, images: boolean): string {
  return textIn(node, images).replace(/\s+/g, ' ').trim();
}

function textIn(node: Nodes, images: boolean): string {
  if (node.type === 'image' || node.type === 'imageReference') return images ? (node.alt ?? '') : '';
  if (node.type === 'html') return '';
  if ('value' in node) return node.value;
  if (node.type === 'break') return ' ';
  return 'children' in node ? node.children.map((child) => textIn(child, images)).join('') : '';
}
