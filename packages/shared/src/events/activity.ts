import { z } from 'zod';

/** Something that just happened for a record; told live, never kept. */
export const activitySchema = z.object({
  kind: z.enum(['page_fetched', 'page_indexed', 'waiting_for_host', 'llm_call']),
  at: z.iso.datetime(),
  url: z.string().optional(),
  detail: z.string().optional(),
});
export type Activity = z.infer<typeof activitySchema>;

/** What is told of a record's change: the version it has now and its state. */
export const recordChangeSchema = z.object({ version: z.int(), state: z.string() });
export type RecordChange = z.infer<typeof recordChangeSchema>;
