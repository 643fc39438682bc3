import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';

/** Beyond this a heading is not parsed for markup: it is no heading a person wrote. */
const MAX_PARSED = 500;

function plainText(node: Nodes): string {
  if (node.type === 'image') return node.alt ?? '';
  if (node.type === 'html') return '';
  if ('value' in node) return node.value;
  if (node.type === 'break') return ' ';
  return 'children' in node ? node.children.map(plainText).join('') : '';
}

/** A heading's source without its `#` marks → what a reader sees: no emphasis marks, link targets or tags. */
export function headingText(source: string): string {
  const trimmed = source.slice(0, MAX_PARSED).replace(/\s+/g, ' ').trim();
  if (!/[\\*_`[\]<&!~]/.test(trimmed)) return trimmed;
  // The mark keeps a text that looks like a list or quote from becoming one.
  return plainText(fromMarkdown(`# ${trimmed}`))
    .replace(/\s+/g, ' ')
    .trim();
}
