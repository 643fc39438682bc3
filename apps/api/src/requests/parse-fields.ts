import { fieldFaults, InvalidInputError } from '@agentic-search/shared/errors';
import type { z } from 'zod';
import type { ApiContext } from '../parts.js';

/** Parses with a strict schema; throws InvalidInputError `invalid_fields` that names every field and rule. */
export function parseFields<T>(schema: z.ZodType<T>, raw: unknown): T {
  const parsed = schema.safeParse(raw);
  if (parsed.success) return parsed.data;
  throw new InvalidInputError('invalid_fields', 'the request has invalid fields', fieldFaults(parsed.error));
}

/** Parses the query string; a field that is given twice is refused. */
export function parseQuery<T>(schema: z.ZodType<T>, c: ApiContext): T {
  const fields: [string, string][] = [];
  for (const [name, values] of Object.entries(c.req.queries())) {
    if (values.length > 1) {
      const fault = { path: name, message: 'is given more than once' };
      throw new InvalidInputError('invalid_fields', 'the request has invalid fields', [fault]);
    }
    fields.push([name, values[0] ?? '']);
  }
  return parseFields(schema, Object.fromEntries(fields));
}
