import type { ApiContext } from '../parts.js';

/** The media type of a request's body in lower case, without parameters; null when it says none. */
export function mediaTypeOf(c: ApiContext): string | null {
  const type = c.req.header('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
  return type === undefined || type === '' ? null : type;
}

/** The charset a request's body says it is in. */
export function charsetOf(c: ApiContext): string {
  return /;\s*charset="?([^";\s]+)/i.exec(c.req.header('content-type') ?? '')?.[1]?.toLowerCase() ?? 'utf-8';
}
