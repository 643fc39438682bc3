import { strikethrough, taskListItems } from '@joplin/turndown-plugin-gfm';
import TurndownService from 'turndown';
import { codeLanguageOf, codeTextOf } from './code-language.js';
import type { DomElement } from './dom.js';
import { isLayoutTable, tableMarkdown } from './table-markdown.js';

/** Gives the Markdown (GFM) of cleaned content: fenced code with its language, tables, lists, absolute links. */
export function toMarkdown(content: DomElement): string {
  const service = createService();
  return service
    .turndown(content)
    .replace(/\u00a0/g, ' ')
    .trim();
}

function createService(): TurndownService {
  const service = new TurndownService({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
    emDelimiter: '*',
    hr: '---',
  });
  service.escape = escapeMarkdown;
  service.use(strikethrough);
  service.use(taskListItems);
  service.addRule('pre', {
    filter: (node) => node.nodeName === 'PRE',
    replacement: (_content, node) => fenced(codeTextOf(node), codeLanguageOf(node)),
  });
  service.addRule('table', {
    filter: (node) => node.nodeName === 'TABLE' && !isLayoutTable(node),
    replacement: (_content, node) => {
      const cells = createCellService();
      return tableMarkdown(node, (cell) => cells.turndown(cell));
    },
  });
  service.addRule('image', {
    filter: 'img',
    replacement: (_content, node) => {
      const alt = (node.getAttribute('alt') ?? '').replace(/\s+/g, ' ').trim();
      const source = node.getAttribute('src');
      if (alt === '') return '';
      return source ? `![${alt.replace(/[[\]]/g, '')}](${source})` : alt;
    },
  });
  service.addRule('definitionTerm', {
    filter: 'dt',
    replacement: (content) => `\n\n**${content.trim()}**\n`,
  });
  service.addRule('definition', { filter: 'dd', replacement: (content) => `\n${content.trim()}\n\n` });
  service.addRule('summary', {
    filter: 'summary',
    replacement: (content) => `\n\n**${content.trim()}**\n\n`,
  });
  service.addRule('listItem', { filter: 'li', replacement: listItem });
  return service;
}

/** Cells hold one line: code in them stays inline. */
function createCellService(): TurndownService {
  const service = new TurndownService({ emDelimiter: '*', bulletListMarker: '-' });
  service.escape = escapeMarkdown;
  return service;
}

function listItem(content: string, node: DomElement): string {
  const parent = node.parentNode;
  let marker = '- ';
  if (parent?.nodeName === 'OL') {
    const items = [...parent.children].filter((child) => child.nodeName === 'LI');
    marker = `${(Number(parent.getAttribute('start')) || 1) + items.indexOf(node)}. `;
  }
  const text = content.replace(/^\n+|\s+$/g, '').replace(/\n(?=[^\n])/g, `\n${' '.repeat(marker.length)}`);
  return text === '' ? '' : `${marker}${text}\n`;
}

/** A fence longer than any run of backticks inside, so that the block ends where it should. */
export function fenced(code: string, language: string): string {
  if (code.trim() === '') return '';
  const longest = Math.max(2, ...[...code.matchAll(/`{3,}/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `\n\n${fence}${language}\n${code}\n${fence}\n\n`;
}

/**
 * Escapes only what would change meaning: names like `snake_case` stay as they are written, so that passages can be
 * found and quoted.
 */
function escapeMarkdown(text: string): string {
  return text
    .replace(/\\(?=[\\`*_{}[\]()#+.!|<>-])/g, '\\\\')
    .replace(/`/g, '\\`')
    .replace(/\*(?=\S)/g, '\\*')
    .replace(/(^|[\s(])_(?=\S)/g, '$1\\_')
    .replace(/\](?=[([])/g, '\\]')
    .replace(/<(?=[A-Za-z/!])/g, '\\<')
    .replace(/^(\s*)(#{1,6}\s|[-+]\s|>|~~~|={3,}$|-{3,}$)/gm, '$1\\$2')
    .replace(/^(\s*\d{1,9})([.)]\s)/gm, '$1\\$2');
}
