import { type AppParts, callerOf, type Handler } from '../parts.js';
import { parseQuery } from '../requests/parse-fields.js';
import { namespaceQuerySchema } from './schemas.js';

/** `GET /v1/kb/status`: counts, and how retrieval works. */
export function kbStatus(parts: AppParts): Handler {
  return async (c) => {
    const { namespace } = parseQuery(namespaceQuerySchema, c);
    const options = { signal: c.req.raw.signal };
    return c.json(await parts.knowledge.status(callerOf(c), { namespace: namespace ?? null }, options));
  };
}
