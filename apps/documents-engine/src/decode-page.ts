import { isUtf8 } from 'node:buffer';
import { getBOMEncoding, legacyHookDecode, normalizeEncoding } from '@exodus/bytes/encoding.js';
import { getEncoding } from 'encoding-sniffer';
import type { PageFile } from './find-pages.js';

const undeclared = 'x-user-defined';

/**
 * Gives a page's text: by its byte order mark, by what HTML declares, as UTF-8 where it is that, else as windows-1252.
 * Never throws.
 */
export function decodePage(kind: PageFile['kind'], bytes: Uint8Array): string {
  return legacyHookDecode(bytes, encodingOf(kind, bytes)).replaceAll('\0', '');
}

function encodingOf(kind: PageFile['kind'], bytes: Uint8Array): string {
  const mark = getBOMEncoding(bytes);
  if (mark) return mark;
  const head = { maxBytes: 4_096, defaultEncoding: undeclared };
  const declared = kind === 'html' ? normalizeEncoding(getEncoding(bytes.subarray(0, 4_096), head)) : null;
  if (declared && declared !== undeclared && declared !== 'replacement') return declared;
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252';
}
