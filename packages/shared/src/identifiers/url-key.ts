import { sha256Hex } from './sha256-hex.js';

/**
 * Takes a normalised URL; gives 16 hex digits of its SHA-256, for Redis keys and inside job ids. One in 2,000 is all
 * digits, which BullMQ refuses as a whole job id: put a word before it.
 */
export function urlKey(url: string): string {
  return sha256Hex(url).slice(0, 16);
}
