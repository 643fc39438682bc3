import { namespaceSchema } from '@agentic-search/shared/access';
import { z } from 'zod';
import { cursorSchema, limitSchema } from '../searches/schemas.js';

export const namespaceQuerySchema = z.strictObject({ namespace: namespaceSchema.optional() });
export const sourcesQuerySchema = z.strictObject({
  namespace: namespaceSchema.optional(),
  limit: limitSchema,
  cursor: cursorSchema,
});
