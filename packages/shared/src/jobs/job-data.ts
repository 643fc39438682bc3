import { z } from 'zod';

/** Which piece of work a job belongs to. `run` counts starts: 1, then one more for every retry of the record. */
export const recordReferenceSchema = z.object({
  kind: z.enum(['search', 'scrape', 'crawl', 'documents', 'batch']),
  id: z.string().min(1).max(64),
  run: z.int().min(1),
});
export type RecordReference = z.infer<typeof recordReferenceSchema>;

/** Data of a `search` job: its id and nothing else; the step lives in the record. */
export const searchJobSchema = z.object({ id: z.string().min(1).max(64) });
/** Result of a `search` job: how the search ended, or why there was nothing to do. */
export const searchJobResultSchema = z.object({ status: z.string() });

/** Data of a `crawl` job: one URL of one search. */
export const crawlJobSchema = z.object({
  record: recordReferenceSchema,
  /** Normalised URL. */
  url: z.string().min(1).max(4_096),
  namespace: z.string().min(1),
  iteration: z.int().min(0),
  /** A stored page younger than this is not fetched again; 0 = always revalidate. */
  max_age_seconds: z.int().min(0),
  /** ms since the epoch; after it the job gives up with `aborted`. */
  deadline_at: z.int().min(0),
  /** Of the search; its index job has the same. Absent in jobs of earlier versions: interactive. */
  priority: z.enum(['interactive', 'batch']).optional(),
  /** Tokens that embedding the page may cost, by the search's cost limit. Absent: no limit. */
  max_embedding_tokens: z.int().min(0).optional(),
});
export type CrawlJob = z.infer<typeof crawlJobSchema>;

/** Result of a `crawl` job, tiny: the page itself is in the page store, its passages come from the index job. */
export const crawlJobResultSchema = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('page'),
    url: z.string(),
    final_url: z.string(),
    page_hash: z.string(),
    /** `network`: fetched; `cache`: fresh in the page store; `revalidated`: 304 or the same content. */
    from: z.enum(['network', 'cache', 'revalidated']),
    /** Job id of the index child, to be read together with this result. */
    index_job_id: z.string(),
  }),
  z.object({ outcome: z.literal('failure'), url: z.string(), code: z.string(), detail: z.string() }),
]);
export type CrawlJobResult = z.infer<typeof crawlJobResultSchema>;

/** Data of an `index` job: one stored page for one namespace. */
export const indexJobSchema = z.object({
  record: recordReferenceSchema,
  /** URL that was asked for (names the page in the crawl entry). */
  url: z.string().min(1).max(4_096),
  /** Normalised final URL: names the page in the knowledge base. */
  final_url: z.string().min(1).max(4_096),
  page_hash: z.string().min(1),
  namespace: z.string().min(1),
  source_id: z.string().min(1),
  crawled_at: z.iso.datetime(),
  checked_at: z.iso.datetime(),
  deadline_at: z.int().min(0),
  /** Tokens that embedding the page may cost; above it the job is a failure `over_budget`. Absent: no limit. */
  max_embedding_tokens: z.int().min(0).optional(),
});
export type IndexJob = z.infer<typeof indexJobSchema>;

/** Result of an `index` job: what the knowledge base has of the page now. */
export const indexJobResultSchema = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('indexed'),
    url: z.string(),
    final_url: z.string(),
    /** Chunks the page has in the knowledge base now. */
    chunks: z.int().min(0),
    /** Chunks that were written by this job; 0 when the content was unchanged. */
    chunks_written: z.int().min(0),
    embedding_tokens: z.int().min(0),
    /** Passages without a vector because the embedder refused them. */
    chunks_without_vector: z.int().min(0),
  }),
  z.object({ outcome: z.literal('failure'), url: z.string(), code: z.string(), detail: z.string() }),
]);
export type IndexJobResult = z.infer<typeof indexJobResultSchema>;

/** Data of a `maintenance` job: which chore. */
export const maintenanceJobSchema = z.object({
  task: z.enum(['watch_deadlines', 'reconcile_lost_jobs', 'expire']),
});
export type MaintenanceJob = z.infer<typeof maintenanceJobSchema>;
/** Result of a `maintenance` job: how many things the chore touched. */
export const maintenanceJobResultSchema = z.object({ touched: z.int().min(0) });
