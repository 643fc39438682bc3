import type { ApiContext } from '../parts.js';

/** The address on the other end of the connection; headers that anybody can write are not believed. */
export function addressOf(c: ApiContext): string {
  return c.env?.incoming?.socket?.remoteAddress ?? 'unknown';
}
