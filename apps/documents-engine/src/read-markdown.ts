import type { PageContent } from './read-page.js';

const frontMatter = /^---\r?\n([\s\S]*?)\r?\n---\r?\n/;
const fence = /^\s{0,3}(`{3,}|~{3,})/;
const notProse = /^\s*([#>|\-*+=<[!]|\d+[.)]\s|\[!|$)/;

/** Reads title, description, headings and text of Markdown, or of plain text when `marked` is false. */
export function readMarkdown(source: string, marked: boolean): PageContent {
  if (!marked) {
    const lines = source.split('\n').map((line) => line.trim());
    const title = (lines.find((line) => line !== '') ?? '').slice(0, 120);
    return { title, description: oneLine(source.slice(0, 2_000)), headings: '', text: source };
  }
  const meta = frontMatter.exec(source);
  const body = meta === null ? source : source.slice(meta[0].length);
  const headings: string[] = [];
  const prose: string[] = [];
  let proseEnded = false;
  let inFence = false;
  let before = '';
  for (const line of body.split(/\r?\n/)) {
    if (fence.test(line)) inFence = !inFence;
    else if (!inFence) {
      const heading = /^\s{0,3}#{1,6}\s+(.+?)\s*#*\s*$/.exec(line)?.[1];
      if (heading !== undefined) headings.push(plain(heading));
      else if (/^(=+|-{3,})\s*$/.test(line) && before.trim() !== '') headings.push(plain(before));
      if (!notProse.test(line) && !proseEnded) prose.push(line);
      else if (prose.length > 0) proseEnded = true;
      before = line;
    }
  }
  return {
    title: field(meta?.[1], 'title') || headings[0] || '',
    description: field(meta?.[1], 'description') || plain(prose.join(' ')),
    headings: headings.join('\n'),
    text: plainBlock(body),
  };
}

function field(yaml: string | undefined, name: string): string {
  const value = new RegExp(`^${name}:[ \\t]*(.+)$`, 'm').exec(yaml ?? '')?.[1] ?? '';
  return value.trim().replace(/^(["'])(.*)\1$/, '$2');
}

function plainBlock(markdown: string): string {
  return markdown
    .replace(/!\[([^\]\n]*)\]\([^)\n]*\)/g, '$1')
    .replace(/\[([^\]\n]*)\]\([^)\n]*\)/g, '$1')
    .replace(/<\/?[a-z][^>\n]*>/gi, ' ');
}

function plain(markdown: string): string {
  // Badges behind a name say nothing; a logo that stands alone does.
  const words = markdown.replace(/!\[[^\]\n]*\]\([^)\n]*\)/g, '').replace(/\[\s*\]\([^)\n]*\)/g, '');
  return readable(words) || readable(markdown);
}

function readable(markdown: string): string {
  return oneLine(plainBlock(markdown).replace(/[*`]|(^|\s)_+|_+(\s|$)/g, '$1$2'));
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
