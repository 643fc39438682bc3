import { type AppParts, callerOf, type Handler } from '../parts.js';
import { parseQuery } from '../requests/parse-fields.js';
import { DEFAULT_LIMIT, listQuerySchema } from './schemas.js';

/** `GET /v1/searches`: newest first. */
export function listSearches(parts: AppParts): Handler {
  return async (c) => {
    const { state, limit, cursor } = parseQuery(listQuerySchema, c);
    const query = { state: state ?? null, limit: limit ?? DEFAULT_LIMIT, cursor: cursor ?? null };
    return c.json(await parts.searches.list(callerOf(c), query));
  };
}
