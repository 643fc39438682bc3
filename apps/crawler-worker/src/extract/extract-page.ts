import { decodeBody } from '@agentic-search/shared/text-decoding';
import { type BodyKind, bodyKindOf } from './body-kind.js';
import { extractHtml } from './extract-html.js';
import type { ExtractInput, ExtractResult } from './extract-result.js';
import { extractJson, extractMarkdown, extractPlainText } from './extract-text.js';

type TextExtractor = (source: string, input: ExtractInput) => ExtractResult;

const extractors: Record<Exclude<BodyKind, 'unsupported'>, TextExtractor> = {
  html: extractHtml,
  markdown: extractMarkdown,
  text: extractPlainText,
  json: extractJson,
};

/**
 * Takes one fetched representation; gives its main content as Markdown with metadata, or the reason why it holds none.
 * A pure function: no clock, no network, same input, same output. Runs in a worker thread (create-extractor.ts).
 */
export function extractPage(input: ExtractInput): ExtractResult {
  const kind = bodyKindOf(input);
  if (kind === 'unsupported') return { ok: false, code: 'unsupported_type', detail: 'the body is not text' };
  const { text } = decodeBody(input.body, input.contentType);
  if (text.trim() === '') return { ok: false, code: 'empty', detail: 'the body holds no text' };
  return extractors[kind](text, input);
}
