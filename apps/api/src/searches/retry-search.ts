import { type AppParts, callerOf, type Handler } from '../parts.js';
import { parseQuery } from '../requests/parse-fields.js';
import { pathId } from './path-id.js';
import { noQuerySchema } from './schemas.js';

/** `POST /v1/searches/{id}/retry`: a failed or cancelled search goes on from its last checkpoint. */
export function retrySearch(parts: AppParts): Handler {
  return async (c) => {
    parseQuery(noQuerySchema, c);
    const { id, state, links } = await parts.searches.retry(callerOf(c), pathId(c));
    c.header('Location', links.self);
    return c.json({ id, state, links }, 202);
  };
}
