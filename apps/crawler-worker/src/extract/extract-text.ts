import { textMetadata } from '../metadata/text-metadata.js';
import type { ExtractInput, ExtractResult } from './extract-result.js';
import { fenced } from './to-markdown.js';

/** Markdown passes through; only its front matter (YAML `---` or TOML `+++` at the very start) goes. */
export function extractMarkdown(source: string, input: ExtractInput): ExtractResult {
  const text = source.replace(/\r\n?/g, '\n');
  const front = /^(?:---|\+\+\+)\n([\s\S]{0,65536}?)\n(?:---|\+\+\+|\.\.\.)[ \t]*(?:\n|$)/.exec(text);
  const title = /^title\s*[:=]\s*["']?(.+?)["']?\s*$/im.exec(front?.[1] ?? '')?.[1];
  return passed(text.slice(front?.[0].length ?? 0), input, title ?? null);
}

/** Plain text passes through as it is. */
export function extractPlainText(source: string, input: ExtractInput): ExtractResult {
  return passed(source.replace(/\r\n?/g, '\n'), input, null);
}

/** JSON becomes one fenced block, as it was sent: it would not be Markdown otherwise. */
export function extractJson(source: string, input: ExtractInput): ExtractResult {
  return passed(fenced(source.replace(/\r\n?/g, '\n').trim(), 'json'), input, null);
}

function passed(text: string, input: ExtractInput, title: string | null): ExtractResult {
  const markdown = text.replace(/^\n+/, '').trimEnd();
  if (markdown.trim() === '') return { ok: false, code: 'empty', detail: 'the file holds no text' };
  return { ok: true, markdown: `${markdown}\n`, metadata: textMetadata(markdown, input, title) };
}
