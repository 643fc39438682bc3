import { z } from 'zod';
import { historyEntrySchema } from '../history/history-entry.js';
import { answerSchema, evidenceSchema, judgementSchema } from './evidence.js';
import { searchRequestSchema } from './search-request.js';

/** Where a search is. */
export const searchStates = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;
/** Where a search is. */
export const searchStateSchema = z.enum(searchStates);
export type SearchState = z.infer<typeof searchStateSchema>;

/** How a search ended. */
export const searchStatusSchema = z.enum([
  'complete',
  'max_iterations_reached',
  'exhausted',
  'budget_exhausted',
  'search_unavailable',
  'cancelled',
  'failed',
]);
export type SearchStatus = z.infer<typeof searchStatusSchema>;

/** The steps of the loop. */
export const stepSchema = z.enum(['local_check', 'web_search', 'crawl', 'recheck', 'refine', 'answer']);
export type Step = z.infer<typeof stepSchema>;

const time = z.iso.datetime();
const count = z.int().min(0);

/** What a finished paid call left: its reply, so that a repeated step does not pay again. */
export const journalEntrySchema = z.object({ value: z.unknown(), at: time });

/** A call that was reserved and not settled: in flight, or lost with its process. */
export const reservationSchema = z.object({
  task: z.string(),
  tokens: count,
  cost_usd: z.number().min(0).nullable(),
  at: time,
});

/** Calls and tokens of one task. */
export const taskSpendingSchema = z.object({
  calls: count,
  input_tokens: count,
  output_tokens: count,
  /** Calls whose process died before the reply was kept; they were asked for again. */
  repeated: count,
});

/** What a search has spent so far. */
export const spendingSchema = z.object({
  llm: z.record(z.string(), taskSpendingSchema),
  embedding_tokens: count,
  /** null once a model without a known price was used. */
  cost_usd: z.number().min(0).nullable(),
  pages: z.object({ fetched: count, from_cache: count, refused: count }),
  urls_found: count,
  seconds: z.record(z.string(), z.number().min(0)),
});
export type Spending = z.infer<typeof spendingSchema>;

/** The judgement that was made last, and of which evidence, so that nothing is judged twice. */
export const lastJudgementSchema = judgementSchema.extend({ fingerprint: z.string() });

/** All that is known of a search; the one truth of it, kept in Redis. */
export const searchRecordSchema = z.object({
  kind: z.literal('search'),
  /** Version of this shape; a reader refuses what it does not know. */
  schema: z.literal(1),
  id: z.string(),
  namespace: z.string(),
  /** Name of the key that made it. */
  owner: z.string(),
  /** Starts: 1, and one more for every retry. */
  run: z.int().min(1),
  state: searchStateSchema,
  /** null before the search has ended. */
  status: searchStatusSchema.nullable(),
  step: stepSchema,
  iteration: count,
  created_at: time,
  started_at: time.nullable(),
  finished_at: time.nullable(),
  /** ms since the epoch; null until the first start. */
  deadline_at: z.int().nullable(),
  request: searchRequestSchema,
  current_query: z.string(),
  /** Queries that were searched, the current one included. */
  tried: z.array(z.string()),
  /** Refined queries that were not chosen, for the next refine. */
  reserve: z.array(z.string()),
  judged: lastJudgementSchema.nullable(),
  /** The evidence behind the highest score, and its judgement. */
  best: z
    .object({
      judgement: judgementSchema,
      evidence: z.array(evidenceSchema),
      retrieval: z.string(),
      reranked: z.boolean(),
    })
    .nullable(),
  /** Chunks (id and content hash) any judgement has seen. */
  seen: z.array(z.string()),
  /** Score and number of seen chunks when the last iteration ended, and how many in a row brought nothing. */
  progress: z.object({ score: z.number(), seen: count, stagnant: count }),
  /** Normalised URLs that were read, or tried, in this search. */
  read_urls: z.array(z.string()),
  /** URLs of evidence too old to count until it was revalidated. */
  revalidate: z.array(z.string()),
  /** The crawl children of the current iteration; null when none are out. */
  fan_out: z.object({ urls: z.array(z.string()), started_at: z.int() }).nullable(),
  /** How the search will end once it is answered. */
  ending: searchStatusSchema.nullable(),
  /**
   * Starts of the current step that did not get past it (poison is caught here); `released` when the last one ended
   * in order (to wait, to try again, to hand back), so that the next start does not mean a lost worker.
   */
  claims: z.object({ key: z.string(), count: count, released: z.boolean() }),
  journal: z.record(z.string(), journalEntrySchema),
  reservations: z.record(z.string(), reservationSchema),
  spending: spendingSchema,
  history: z.array(historyEntrySchema),
  answer: answerSchema.nullable(),
  error: z.object({ code: z.string(), detail: z.string() }).nullable(),
});
export type SearchRecord = z.infer<typeof searchRecordSchema>;

/** States in which nothing more happens to a record, of whatever kind, but a retry. */
const finalStates: ReadonlySet<string> = new Set<SearchState>(['completed', 'failed', 'cancelled']);

/** True once nothing more will happen to the record (but a retry). */
export function isFinished(record: { state: string }): boolean {
  return finalStates.has(record.state);
}
