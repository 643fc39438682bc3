import { InvalidInputError } from '@agentic-search/shared/errors';
import { searchStateSchema, searchSummarySchema } from '@agentic-search/shared/records';
import { z } from 'zod';

/** Where a search that was just accepted stands, and where to look for more. */
export const acceptedSearchSchema = z.object({
  id: z.string(),
  state: searchStateSchema,
  links: z.object({ self: z.string(), events: z.string(), cancel: z.string() }),
});

export const searchListSchema = z.object({
  items: z.array(searchSummarySchema),
  next_cursor: z.string().nullable(),
});

/** `limit` of a list: 1–100, 20 when left out. */
export const limitSchema = z
  .string()
  .regex(/^\d{1,9}$/, 'must be a whole number')
  .transform(Number)
  .pipe(z.int().min(1).max(100))
  .optional();
export const DEFAULT_LIMIT = 20;

/** `cursor` of a list: what the page before gave. */
export const cursorSchema = z.string().min(1, 'must not be empty').max(300).optional();

export const listQuerySchema = z.strictObject({
  state: searchStateSchema.optional(),
  limit: limitSchema,
  cursor: cursorSchema,
});

export const noQuerySchema = z.strictObject({});

const seq = z
  .string()
  .regex(/^\d{1,15}$/, 'must be the seq of a history entry')
  .transform(Number)
  .pipe(z.int().min(0));

export const eventsQuerySchema = z.strictObject({ last_event_id: seq.optional() });
export const lastEventIdSchema = z.object({ 'Last-Event-ID': seq });

/** Reads `Idempotency-Key`: 1–255 printable ASCII characters. Throws InvalidInputError. */
export function idempotencyKeyOf(header: string | undefined): string | null {
  if (header === undefined) return null;
  if (/^[\x20-\x7e]{1,255}$/.test(header)) return header;
  const message = 'must be 1 to 255 printable ASCII characters';
  throw new InvalidInputError('invalid_fields', 'the request has invalid fields', [
    { path: 'Idempotency-Key', message },
  ]);
}

const LONGEST_WAIT_SECONDS = 60;

/** Seconds that `Prefer: wait=N` asks for, 60 at most; 0 for none. A preference that is no number is passed over. */
export function waitOf(prefer: string | undefined): number {
  const wait = /(?:^|[,;])\s*wait\s*=\s*"?(\d{1,9})"?\s*(?:$|[,;])/i.exec(prefer ?? '')?.[1];
  return wait === undefined ? 0 : Math.min(LONGEST_WAIT_SECONDS, Number(wait));
}
