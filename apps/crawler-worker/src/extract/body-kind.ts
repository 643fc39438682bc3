import { mediaTypeOf } from '@agentic-search/shared/ports/fetcher';

/** How a body is read; further kinds (PDF, DOCX) get a name here and an entry in extract-page.ts. */
export type BodyKind = 'html' | 'markdown' | 'text' | 'json' | 'unsupported';

/** Tells the kind of a body by its declared type, its URL where the type says little, and its first bytes. */
export function bodyKindOf(input: {
  body: Uint8Array;
  contentType: string | null;
  finalUrl: string;
}): BodyKind {
  if (looksBinary(input.body)) return 'unsupported';
  const type = mediaTypeOf(input.contentType);
  const path = URL.canParse(input.finalUrl) ? new URL(input.finalUrl).pathname.toLowerCase() : '';
  if (type === 'text/html' || type === 'application/xhtml+xml') return 'html';
  if (type !== null && /(?:\/|\+)json$/.test(type)) return 'json';
  if (type !== null && /markdown$/.test(type)) return 'markdown';
  const start = Buffer.from(input.body.subarray(0, 1_024)).toString('latin1').trimStart();
  if (
    type === null &&
    /^(?:\uFEFF|ï»¿)?<(?:!doctype html|html|head|body|!--|title|meta|div|p|h1)\b/i.test(start)
  )
    return 'html';
  if (/\.(?:md|markdown|mdx)$/.test(path)) return 'markdown';
  if (path.endsWith('.json')) return 'json';
  return 'text';
}

const signatures = [
  '%PDF-',
  'PK\u0003\u0004',
  '\u0089PNG',
  'GIF8',
  '\u00ff\u00d8\u00ff',
  '\u001f\u008b',
  '\u007fELF',
].map((signature) => Buffer.from(signature, 'latin1'));

/** Signatures of what is sometimes sent as text; NUL bytes outside UTF-16 and UTF-32. */
function looksBinary(body: Uint8Array): boolean {
  const head = Buffer.from(body.subarray(0, 1_024));
  if ((head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)) return false;
  if (signatures.some((signature) => head.subarray(0, signature.length).equals(signature))) return true;
  // UTF-16 without a mark has a NUL in every other byte; one declared as such is decoded, not refused.
  const zeros = head.filter((byte) => byte === 0).length;
  return zeros > 0 && zeros < head.length / 4;
}
