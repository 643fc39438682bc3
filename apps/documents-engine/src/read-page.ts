import type { PageFile } from './find-pages.js';
import { readHtml } from './read-html.js';
import { readMarkdown } from './read-markdown.js';

/** What a web engine knows of a page. */
export interface PageContent {
  title: string;
  /** The page's own description, else its first sentences; whole, not yet cut. */
  description: string;
  headings: string;
  text: string;
}

/** Reads the text of a page by its kind; `fallbackTitle` is for pages that have none. Never throws. */
export function readPage(kind: PageFile['kind'], source: string, fallbackTitle: string): PageContent {
  const page = kind === 'html' ? readHtml(source) : readMarkdown(source, kind === 'markdown');
  return { ...page, title: page.title || fallbackTitle };
}
