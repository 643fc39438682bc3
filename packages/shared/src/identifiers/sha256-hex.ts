import { createHash } from 'node:crypto';

/** Takes a text (hashed as UTF-8) or bytes; gives its SHA-256 as 64 lower-case hex digits. */
export function sha256Hex(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}
