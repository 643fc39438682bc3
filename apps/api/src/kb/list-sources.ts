import { type AppParts, callerOf, type Handler } from '../parts.js';
import { parseQuery } from '../requests/parse-fields.js';
import { DEFAULT_LIMIT } from '../searches/schemas.js';
import { sourcesQuerySchema } from './schemas.js';

/** `GET /v1/kb/sources`: the sites a namespace's pages belong to, by name. */
export function listSources(parts: AppParts): Handler {
  return async (c) => {
    const { namespace, limit, cursor } = parseQuery(sourcesQuerySchema, c);
    const query = { namespace: namespace ?? null, limit: limit ?? DEFAULT_LIMIT, cursor: cursor ?? null };
    return c.json(await parts.knowledge.listSources(callerOf(c), query, { signal: c.req.raw.signal }));
  };
}
