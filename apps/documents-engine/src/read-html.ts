import { Parser } from 'htmlparser2';
import type { PageContent } from './read-page.js';

const unread = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'svg',
  'nav',
  'footer',
  'aside',
  'form',
  'head',
]);
const blocks = /^(p|div|li|ul|ol|table|tr|td|th|section|article|main|pre|br|h[1-6]|dt|dd|blockquote|header)$/;
const longestText = 2_000_000;

/** Reads title, description, headings and text of an HTML page in one pass without building a tree. */
export function readHtml(html: string): PageContent {
  const found = { title: '', h1: '', meta: '', firstParagraph: '', headings: '', text: '' };
  let hidden = 0;
  let inTitle = false;
  let heading: string | null = null;
  let paragraph: string | null = null;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (name === 'title' && found.title === '') inTitle = true;
        if (name === 'meta' && /^(og:)?description$/i.test(attributes.name ?? attributes.property ?? '')) {
          found.meta ||= attributes.content ?? '';
        }
        if (unread.has(name)) hidden += 1;
        if (hidden > 0) return;
        if (blocks.test(name)) found.text += '\n';
        if (/^h[1-6]$/.test(name)) heading = '';
        if (name === 'p') paragraph = '';
      },
      ontext(text) {
        if (inTitle) found.title += text;
        if (hidden > 0 || found.text.length > longestText) return;
        found.text += text;
        if (heading !== null) heading += text;
        if (paragraph !== null) paragraph += text;
      },
      onclosetag(name) {
        if (name === 'title') inTitle = false;
        if (unread.has(name)) hidden -= 1;
        if (hidden > 0) return;
        if (blocks.test(name)) found.text += '\n';
        if (heading !== null && /^h[1-6]$/.test(name)) {
          if (name === 'h1') found.h1 ||= oneLine(heading);
          found.headings += `${oneLine(heading)}\n`;
          heading = null;
        }
        if (paragraph !== null && name === 'p') {
          if (oneLine(paragraph).length > 40) found.firstParagraph ||= oneLine(paragraph);
          paragraph = null;
        }
      },
    },
    { decodeEntities: true },
  );
  parser.end(html);
  return {
    title: oneLine(found.title) || found.h1,
    description: oneLine(found.meta) || found.firstParagraph || oneLine(found.text.slice(0, 2_000)),
    headings: found.headings.trim(),
    text: found.text,
  };
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
