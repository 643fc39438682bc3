import { PermanentError } from '@agentic-search/shared/errors';
import { sourceIdSchema } from '@agentic-search/shared/services';
import { type AppParts, callerOf, type Handler } from '../parts.js';
import { parseQuery } from '../requests/parse-fields.js';
import { namespaceQuerySchema } from './schemas.js';

/** `DELETE /v1/kb/sources/{source_id}`: forgets a source with all its passages. */
export function deleteSource(parts: AppParts): Handler {
  return async (c) => {
    const { namespace } = parseQuery(namespaceQuerySchema, c);
    const sourceId = sourceIdSchema.safeParse(c.req.param('source_id'));
    if (!sourceId.success) throw new PermanentError('not_found', 'there is no such source in this namespace');
    const source = { namespace: namespace ?? null, source_id: sourceId.data };
    return c.json(await parts.knowledge.deleteSource(callerOf(c), source, { signal: c.req.raw.signal }), 202);
  };
}
