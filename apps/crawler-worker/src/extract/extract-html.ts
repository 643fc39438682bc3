import { countWords } from '../metadata/count-words.js';
import { htmlMetadata } from '../metadata/html-metadata.js';
import { classifyPage } from './classify-page.js';
import { cleanContent, unwrapNoscript } from './clean-content.js';
import { attribute, parseDocument, textOf } from './dom.js';
import type { ExtractInput, ExtractResult } from './extract-result.js';
import { guardHtml } from './html-guard.js';
import { findMainContent } from './main-content.js';
import { toMarkdown } from './to-markdown.js';

/** HTML or XHTML, decoded, to Markdown and metadata, or to the reason why it is no content. */
export function extractHtml(source: string, input: ExtractInput): ExtractResult {
  const guarded = guardHtml(source);
  const document = parseDocument(guarded.html);
  unwrapNoscript(document);
  const title = textOf(document.querySelector('title'));
  const base = attribute(document.querySelector('base[href]'), 'href');
  const baseUrl =
    base !== null && URL.canParse(base, input.finalUrl) ? new URL(base, input.finalUrl).href : input.finalUrl;

  const content = findMainContent(document, guarded).cloneNode(true);
  cleanContent(content, baseUrl);
  // Metadata first: Markdown takes code blocks apart.
  const metadata = htmlMetadata({ document, content, jsonLd: guarded.jsonLd, baseUrl, input });
  const markdown = toMarkdown(content);
  const words = countWords(markdown);

  const failure = classifyPage({ document, source, scripts: guarded.scripts, title, markdown, words });
  if (failure) {
    const { refreshTo } = failure;
    if (refreshTo === undefined || !URL.canParse(refreshTo, baseUrl))
      return { ok: false, code: failure.code, detail: failure.detail };
    return { ...failure, refreshTo: new URL(refreshTo, baseUrl).href };
  }
  return { ok: true, markdown, metadata: metadata(markdown, words) };
}
