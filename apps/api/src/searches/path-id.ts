import type { ApiContext } from '../parts.js';

/** The `{id}` of the path. */
export function pathId(c: ApiContext): string {
  return c.req.param('id') ?? '';
}
