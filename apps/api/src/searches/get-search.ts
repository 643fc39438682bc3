import { type AppParts, callerOf, type Handler } from '../parts.js';
import { parseQuery } from '../requests/parse-fields.js';
import { pathId } from './path-id.js';
import { noQuerySchema } from './schemas.js';

/** `GET /v1/searches/{id}`: the search as it stands. */
export function getSearch(parts: AppParts): Handler {
  return async (c) => {
    parseQuery(noQuerySchema, c);
    return c.json(await parts.searches.get(callerOf(c), pathId(c)));
  };
}
