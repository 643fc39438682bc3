import { getBOMEncoding, legacyHookDecode, normalizeEncoding } from '@exodus/bytes/encoding.js';
import { analyse } from 'chardet';
import { getEncoding } from 'encoding-sniffer';

/** The text of a body and the charset (WHATWG name, lower case) it was read with. */
export interface DecodedBody {
  text: string;
  charset: string;
}

const undeclared = 'x-user-defined';

/**
 * Decodes a text body by the WHATWG order: byte order mark, Content-Type header, `<meta>` or XML declaration; then,
 * where nothing is declared, UTF-8 if the bytes are valid UTF-8, else what chardet finds. Decoding is that of
 * @exodus/bytes, because TextDecoder of Node 20 reads windows-1252 0x80-0x9F wrongly. NUL and broken surrogates go.
 */
export function decodeBody(body: Uint8Array, contentType: string | null): DecodedBody {
  const charset = charsetOf(body, contentType);
  const text = legacyHookDecode(body, charset);
  return { text: text.replaceAll('\0', '').toWellFormed(), charset };
}

function charsetOf(body: Uint8Array, contentType: string | null): string {
  const mark = getBOMEncoding(body);
  if (mark) return mark;
  const header = normalizeEncoding(/charset\s*=\s*["']?([^\s"';]+)/i.exec(contentType ?? '')?.[1] ?? '');
  if (header && header !== 'replacement') return header;
  const sniffed = normalizeEncoding(
    getEncoding(body.subarray(0, 4_096), { maxBytes: 4_096, defaultEncoding: undeclared }),
  );
  if (sniffed && sniffed !== undeclared && sniffed !== 'replacement') return sniffed;
  return isUtf8(body) ? 'utf-8' : guessed(body);
}

function isUtf8(body: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(body);
    return true;
  } catch {
    return false;
  }
}

function guessed(body: Uint8Array): string {
  // Markup is ASCII in every candidate and only thins out the evidence.
  const sample = body
    .subarray(0, 262_144)
    .filter((byte, index, bytes) => byte >= 0x80 || (bytes[index - 1] ?? 0) >= 0x80 || byte === 0x20);
  for (const { name } of analyse(sample.length > 64 ? sample : body.subarray(0, 65_536))) {
    const known = normalizeEncoding(name);
    if (known && !/^(?:utf-16|replacement)/.test(known)) return known;
  }
  return 'windows-1252';
}
