import { Readability } from '@mozilla/readability';
import { type DomDocument, type DomElement, parseDocument, textOf } from './dom.js';
import type { GuardedHtml } from './html-guard.js';

/** Readability copies its page several times over; far larger pages are lists anyway. */
const readabilityLimit = 15_000;

const explicit = [
  '.markdown-body',
  '.theme-doc-markdown',
  '.md-content__inner',
  '.rst-content [itemprop="articleBody"]',
  'article.markdown-section',
  'div.body[role="main"]',
  '[itemprop="articleBody"]',
  'main article',
  'article',
  'main',
  '[role="main"]',
  '#main-content',
  '#content',
  '#main',
];

/**
 * Chooses the part of a page that is its content: where the page itself marks it (documentation generators, `main`,
 * `article`), else what Readability finds when that is a fair share of the body, else the body. Readability works on a parse of its own, since it takes its document apart.
 */
export function findMainContent(document: DomDocument, guarded: GuardedHtml): DomElement {
  const bodyLength = contentLength(document.body);
  const marked = markedContent(document, bodyLength);
  if (marked) return marked;
  if (guarded.elements > readabilityLimit) return document.body;
  const readable = readableContent(guarded.html);
  return readable && textLength(readable) >= Math.max(250, bodyLength * 0.35) ? readable : document.body;
}

function markedContent(document: DomDocument, bodyLength: number): DomElement | null {
  for (const selector of explicit) {
    const found = [...document.querySelectorAll(selector)].filter((element) => textLength(element) > 0);
    // Several articles are a list of teasers: their common frame is the content.
    if (found.length !== 1) continue;
    const [element] = found;
    if (element && textLength(element) >= Math.max(80, bodyLength * 0.3) && linkShare(element) < 0.7)
      return element;
  }
  return null;
}

function readableContent(html: string): DomElement | null {
  const document: unknown = parseDocument(html);
  try {
    const article = new Readability(document as ConstructorParameters<typeof Readability>[0], {
      charThreshold: 250,
      keepClasses: true,
    }).parse();
    return article?.content ? parseDocument(article.content).body : null;
  } catch {
    // It gives up on very large or odd pages; the body is still there.
    return null;
  }
}

const furniture = 'nav, header, footer, aside, noscript, form';

/** Length of the body's text outside its furniture. */
function contentLength(body: DomElement): number {
  let length = textLength(body);
  for (const element of body.querySelectorAll(furniture)) {
    if (element.parentNode?.closest(furniture) == null) length -= textLength(element);
  }
  return Math.max(length, 0);
}

function textLength(element: DomElement): number {
  return textOf(element).length;
}

function linkShare(element: DomElement): number {
  let linked = 0;
  for (const link of element.querySelectorAll('a')) linked += textLength(link);
  return linked / Math.max(textLength(element), 1);
}
