import { AbortedError, PermanentError } from '@agentic-search/shared/errors';
import type { Activity } from '@agentic-search/shared/events';
import type { IndexJob, IndexJobResult, JobContext, JobProcessor } from '@agentic-search/shared/jobs';
import type { PageStore, StoredPageContent } from '@agentic-search/shared/pages';
import type { EmbedBatchesOptions, Embedder, EmbeddingCache } from '@agentic-search/shared/ports/embedder';
import type { VectorStore } from '@agentic-search/shared/ports/vector-store';
import { buildUpsert, inWritingOrder, type PassageOfPage } from './build-chunks.js';
import { assertWithin } from './embed/assert-within.js';
import { type EmbeddedPassages, embedPassages } from './embed/embed-passages.js';
import type { PagePreparer } from './prepare/create-page-preparer.js';
import { resultOfError } from './result-of-error.js';
import { findNewerVersion, findStoredVersion } from './stored-version.js';
import { writePage } from './write-page.js';

export interface IndexProcessorParts {
  pages: Pick<PageStore, 'get'>;
  /** Opened, with a collection that fits `embedder`. */
  store: VectorStore;
  /** Null: the collection is lexical. */
  embedder: Embedder | null;
  cache: EmbeddingCache | null;
  preparer: PagePreparer;
  /** Sizes in UTF-16 units; `codeExamples` = USE_AGENTIC_RAG. */
  options: { chunkSize: number; overlap: number; codeExamples: boolean };
  /** How batches go out; the usual ones when left out. */
  embedding?: Pick<EmbedBatchesOptions, 'concurrency' | 'retry' | 'pace'>;
  /** ms since the epoch. */
  clock: () => number;
  /** Told when a page is in the knowledge base; a failure of it is nobody's problem. */
  report?: (record: IndexJob['record'], activity: Activity) => Promise<void> | void;
}

/**
 * The work of the `index` queue: load → unchanged, or older than what is there? → chunk → embed → upsert → prune → source. Run twice, or half and
 * then again, or by two workers at once, it leaves the same chunks; what is stored whole in the same version is only
 * touched. Typed failures: `page_gone`, `empty`, `page_too_complex`, `over_budget`, `aborted`, and on the last attempt the code of
 * whatever is away.
 */
export function createIndexProcessor(parts: IndexProcessorParts): JobProcessor<'index'> {
  return async (data, context) => {
    try {
      context.signal.throwIfAborted();
      if (parts.clock() >= data.deadline_at) throw new AbortedError('deadline', 'out of time');
      const result = await indexPage(parts, data, context);
      await report(parts, data, context);
      return result;
    } catch (error) {
      return resultOfError(error, data, context);
    }
  };
}

async function report(parts: IndexProcessorParts, data: IndexJob, { logger }: JobContext): Promise<void> {
  try {
    const at = new Date(parts.clock()).toISOString();
    await parts.report?.(data.record, { kind: 'page_indexed', at, url: data.url });
  } catch (error) {
    logger.warn({ err: error }, 'an indexed page was not reported');
  }
}

const nothingWritten = { chunks_written: 0, embedding_tokens: 0, chunks_without_vector: 0 };

async function indexPage(
  parts: IndexProcessorParts,
  data: IndexJob,
  context: JobContext,
): Promise<IndexJobResult> {
  const { store } = parts;
  const call = { signal: context.signal };
  const page = await loadPage(parts, data);
  const name = { namespace: data.namespace, url: data.final_url };
  const result = { outcome: 'indexed' as const, url: data.url, final_url: data.final_url };

  const stored = await findStoredVersion(store, { ...name, page_hash: page.page_hash }, call);
  if (stored !== null) {
    if (stored.some(({ checked_at }) => Date.parse(checked_at) < Date.parse(data.checked_at))) {
      await context.assertCurrent();
      await store.chunks.touch({ ...name, checked_at: data.checked_at }, call);
    }
    await describeSource(parts, page, data, context);
    return { ...result, ...nothingWritten, chunks: stored.length };
  }
  const version = { ...name, page_hash: page.page_hash, crawled_at: data.crawled_at };
  const newer = await findNewerVersion(store, version, call);
  if (newer !== null) return { ...result, ...nothingWritten, chunks: newer.length };

  const prepared = await parts.preparer.prepare(
    {
      markdown: page.markdown,
      title: page.metadata.title,
      language: page.metadata.language,
      size: parts.options.chunkSize,
      overlap: parts.options.overlap,
      codeExamples: parts.options.codeExamples,
    },
    context.signal,
  );
  const passages = inWritingOrder(prepared);
  const { vectors, tokens, refused } = await vectorsOf(passages, page, parts, data, context);
  const upserts = passages.map((passage, index) => {
    const vector = { dense: vectors[index] ?? null, embedder: parts.embedder?.id ?? null };
    return buildUpsert(passage, page, data, vector);
  });
  const counts = { text: prepared.text.length, code: prepared.code.length };
  await writePage(store, { ...name, upserts, counts }, context);
  await describeSource(parts, page, data, context);
  const chunks = upserts.length;
  return {
    ...result,
    chunks,
    chunks_written: chunks,
    embedding_tokens: tokens,
    chunks_without_vector: refused,
  };
}

async function loadPage({ pages }: IndexProcessorParts, data: IndexJob): Promise<StoredPageContent> {
  const page = await pages.get(data.page_hash);
  if (page === null) throw new PermanentError('page_gone', 'the fetched page is no longer in the page store');
  if (page.markdown.trim() === '') throw new PermanentError('empty', 'the page has no text');
  return page;
}

async function vectorsOf(
  passages: readonly PassageOfPage[],
  page: StoredPageContent,
  { embedder, cache, embedding }: IndexProcessorParts,
  data: IndexJob,
  { signal }: JobContext,
): Promise<EmbeddedPassages> {
  if (embedder === null) return { vectors: [], tokens: 0, refused: 0 };
  const limit = data.max_embedding_tokens ?? null;
  const texts = passages.map(({ passage }) => ({
    title: page.metadata.title || data.final_url,
    headingPath: passage.headingPath,
    prose: passage.prose,
    content: page.markdown.slice(passage.start, passage.end),
  }));
  if (limit !== null) await assertWithin(limit, texts);
  return await embedPassages(texts, { embedder, cache, signal, ...embedding });
}

const MAX_SUMMARY = 500;

async function describeSource(
  { store }: IndexProcessorParts,
  { metadata }: StoredPageContent,
  data: IndexJob,
  context: JobContext,
): Promise<void> {
  const about = metadata.description || metadata.content_summary;
  const summary = [metadata.title, about].filter((part) => part !== '').join(': ');
  await context.assertCurrent();
  const source = { source_id: data.source_id, summary: summary.slice(0, MAX_SUMMARY).toWellFormed() };
  await store.sources.describe(data.namespace, source, { signal: context.signal });
}
