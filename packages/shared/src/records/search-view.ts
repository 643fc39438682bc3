import { z } from 'zod';
import { historyEntrySchema } from '../history/history-entry.js';
import { answerSchema, passageSchema } from './evidence.js';
import {
  isFinished,
  type SearchRecord,
  searchStateSchema,
  searchStatusSchema,
  stepSchema,
  taskSpendingSchema,
} from './search-record.js';
import { spentWithInFlight } from './spent-with-in-flight.js';

const count = z.int().min(0);

/** What a search cost. */
export const receiptSchema = z.object({
  /** Calls and tokens by task (judge, rank, refine, answer, verify). */
  llm: z.record(z.string(), taskSpendingSchema),
  embedding_tokens: count,
  /** USD; null when a model without a known price was used. */
  cost_usd: z.number().min(0).nullable(),
  repeated_calls: count,
  pages: z.object({ fetched: count, from_cache: count, refused: count }),
  /** Seconds by step. */
  seconds: z.record(z.string(), z.number().min(0)),
  /** Pages crawled ÷ URLs found; null when no URL was found. */
  crawl_efficiency: z.number().min(0).nullable(),
});
export type Receipt = z.infer<typeof receiptSchema>;

/** What came of a finished search. */
export const searchResultSchema = z.object({
  success: z.boolean(),
  query: z.string(),
  status: searchStatusSchema,
  iterations: count,
  completeness: z.number().min(0).max(1),
  retrieval: z.enum(['dense', 'lexical', 'hybrid']),
  reranked: z.boolean(),
  answer: answerSchema,
  results: z.array(passageSchema),
  search_history: z.array(historyEntrySchema),
  receipt: receiptSchema,
});
export type SearchResult = z.infer<typeof searchResultSchema>;

/** A search as `GET /v1/searches/{id}` shows it in every state. */
export const searchViewSchema = z.object({
  id: z.string(),
  state: searchStateSchema,
  query: z.string(),
  namespace: z.string(),
  metadata: z.record(z.string(), z.unknown()),
  created_at: z.iso.datetime(),
  started_at: z.iso.datetime().nullable(),
  finished_at: z.iso.datetime().nullable(),
  /** Searches ahead of this one; null once it has started. */
  queue_position: count.nullable(),
  /** The step it is in; null when it is queued or finished. */
  step: stepSchema.nullable(),
  iteration: count,
  completeness: z.number().min(0).max(1),
  search_history: z.array(historyEntrySchema),
  result: searchResultSchema.nullable(),
  error: z.object({ code: z.string(), detail: z.string() }).nullable(),
  links: z.object({ self: z.string(), events: z.string(), cancel: z.string() }),
});
export type SearchView = z.infer<typeof searchViewSchema>;

/** A search in a list: its view without history and result, with the status. */
export const searchSummarySchema = searchViewSchema
  .omit({ search_history: true, result: true })
  .extend({ status: searchStatusSchema.nullable() });
export type SearchSummary = z.infer<typeof searchSummarySchema>;

function receiptOf(record: SearchRecord): Receipt {
  const spending = spentWithInFlight(record);
  const crawled = spending.pages.fetched + spending.pages.from_cache;
  return {
    llm: spending.llm,
    embedding_tokens: spending.embedding_tokens,
    cost_usd: spending.cost_usd,
    repeated_calls: Object.values(spending.llm).reduce((sum, task) => sum + task.repeated, 0),
    pages: spending.pages,
    seconds: spending.seconds,
    crawl_efficiency: spending.urls_found === 0 ? null : crawled / spending.urls_found,
  };
}

/** The result of a finished search, or null before. Failed and cancelled ones have one too, with what there is. */
export function searchResult(record: SearchRecord): SearchResult | null {
  if (!isFinished(record) || record.status === null) return null;
  const results = record.best?.evidence.map((evidence) => passageSchema.parse(evidence)) ?? [];
  const succeeded =
    record.state === 'completed' && (record.status !== 'search_unavailable' || results.length > 0);
  return {
    success: succeeded,
    query: record.request.query,
    status: record.status,
    iterations: record.history.reduce((highest, entry) => Math.max(highest, entry.iteration), 0),
    completeness: record.best?.judgement.score ?? 0,
    retrieval: (record.best?.retrieval ?? 'lexical') as SearchResult['retrieval'],
    reranked: record.best?.reranked ?? false,
    answer: record.answer ?? { found: false, text: null, as_of: null, citations: [] },
    results,
    search_history: record.history,
    receipt: receiptOf(record),
  };
}

/** What `GET /v1/searches/{id}` shows of a record, in every state. */
export function searchView(record: SearchRecord, queuePosition: number | null): SearchView {
  const self = `/v1/searches/${record.id}`;
  return {
    id: record.id,
    state: record.state,
    query: record.request.query,
    namespace: record.namespace,
    metadata: record.request.metadata,
    created_at: record.created_at,
    started_at: record.started_at,
    finished_at: record.finished_at,
    queue_position: record.state === 'queued' ? queuePosition : null,
    step: record.state === 'running' ? record.step : null,
    iteration: record.state === 'queued' ? 0 : record.iteration,
    completeness: record.best?.judgement.score ?? 0,
    search_history: record.history,
    result: searchResult(record),
    error: record.error,
    links: { self, events: `${self}/events`, cancel: self },
  };
}

/** What `GET /v1/searches` shows of a record. */
export function searchSummary(record: SearchRecord, queuePosition: number | null): SearchSummary {
  const { search_history: _history, result: _result, ...view } = searchView(record, queuePosition);
  return { ...view, status: record.status };
}
