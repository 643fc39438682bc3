import { z } from 'zod';
import { pageSummarySchema } from '../pages/page.js';

const base = {
  /** 0, 1, 2 … in the order of writing. */
  seq: z.int().min(0),
  iteration: z.int().min(0),
  /** ISO 8601 UTC. */
  at: z.iso.datetime(),
  duration_ms: z.number().min(0),
};
const unit = z.number().min(0).max(1);
const decidedBy = z.enum(['llm', 'rules']);

const judgement = {
  query: z.string(),
  completeness: unit,
  gaps: z.array(z.string()),
  reasoning: z.string(),
  results_considered: z.int().min(0),
  decided_by: z.enum(['llm', 'rules', 'carried']),
};

/** What the knowledge base had before the web was asked. */
export const localCheckEntrySchema = z.object({ ...base, action: z.literal('local_check'), ...judgement });

/** What it had after the crawl. */
export const recheckEntrySchema = z.object({
  ...base,
  action: z.literal('recheck'),
  ...judgement,
  hints: z.array(z.string()).optional(),
});

/** What the search engine found and what of it is worth reading. */
export const webSearchEntrySchema = z.object({
  ...base,
  action: z.literal('web_search'),
  query: z.string(),
  engine: z.string(),
  urls_found: z.int().min(0),
  urls_ranked: z.int().min(0),
  promising_urls: z.int().min(0),
  ranked: z.array(z.object({ url: z.string(), title: z.string(), score: unit, reasoning: z.string() })),
  dropped: z.array(z.object({ url: z.string(), reason: z.string() })),
  unresponsive_engines: z.array(z.object({ name: z.string(), reason: z.string() })),
  decided_by: decidedBy,
});

/** What was read, and what could not be. */
export const crawlEntrySchema = z.object({
  ...base,
  action: z.literal('crawl'),
  urls: z.array(z.string()),
  urls_stored: z.int().min(0),
  chunks_stored: z.int().min(0),
  from_cache: z.int().min(0),
  pages: z.array(pageSummarySchema),
  failures: z.array(z.object({ url: z.string(), code: z.string(), detail: z.string() })),
});

/** The queries for the next iteration. */
export const refineEntrySchema = z.object({
  ...base,
  action: z.literal('refine'),
  refined_queries: z.array(z.string()),
  selected: z.string().nullable(),
  reasoning: z.string(),
  decided_by: decidedBy,
});

/** How the answer came about; `dropped` counts sentences without support. */
export const answerEntrySchema = z.object({
  ...base,
  action: z.literal('answer'),
  sentences: z.int().min(0),
  citations: z.int().min(0),
  citations_verified: z.int().min(0),
  dropped: z.int().min(0),
  found: z.boolean(),
  decided_by: decidedBy,
});

/** A step that failed, and whether it is tried again. */
export const errorEntrySchema = z.object({
  ...base,
  action: z.literal('error'),
  step: z.string(),
  attempt: z.int().min(1),
  code: z.string(),
  detail: z.string(),
  retrying: z.boolean(),
});

/** One entry of a search's history. Readers must let pass an `action` they do not know: other kinds of work add theirs. */
export const historyEntrySchema = z.discriminatedUnion('action', [
  localCheckEntrySchema,
  webSearchEntrySchema,
  crawlEntrySchema,
  recheckEntrySchema,
  refineEntrySchema,
  answerEntrySchema,
  errorEntrySchema,
]);

export type HistoryEntry = z.infer<typeof historyEntrySchema>;
/** What an entry is about. */
export type HistoryAction = HistoryEntry['action'];
type WithoutPlace<T> = T extends HistoryEntry ? Omit<T, 'seq' | 'iteration' | 'at' | 'duration_ms'> : never;
/** An entry before it has its place in the history. */
export type HistoryEntryBody = WithoutPlace<HistoryEntry>;
