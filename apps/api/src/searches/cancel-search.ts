import { type AppParts, callerOf, type Handler } from '../parts.js';
import { parseQuery } from '../requests/parse-fields.js';
import { pathId } from './path-id.js';
import { noQuerySchema } from './schemas.js';

/** `DELETE /v1/searches/{id}`: ends a search with its children; what there is stays. */
export function cancelSearch(parts: AppParts): Handler {
  return async (c) => {
    parseQuery(noQuerySchema, c);
    const { id, state, links } = await parts.searches.cancel(callerOf(c), pathId(c));
    return c.json({ id, state, links }, 202);
  };
}
