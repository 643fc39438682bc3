import { type AppParts, callerOf, type Handler } from '../parts.js';
import { parseQuery } from '../requests/parse-fields.js';
import { readJson } from '../requests/read-body.js';
import { noQuerySchema } from '../searches/schemas.js';

/** `POST /v1/kb/search`: passages of the knowledge base; never asks an LLM. */
export function searchKb(parts: AppParts): Handler {
  return async (c) => {
    parseQuery(noQuerySchema, c);
    const input = await readJson(c);
    return c.json(await parts.knowledge.search(callerOf(c), input, { signal: c.req.raw.signal }));
  };
}
