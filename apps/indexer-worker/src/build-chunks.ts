import { chunkId, sha256Hex } from '@agentic-search/shared/identifiers';
import type { IndexJob } from '@agentic-search/shared/jobs';
import type { StoredPageContent } from '@agentic-search/shared/pages';
import type { Chunk, ChunkUpsert } from '@agentic-search/shared/ports/vector-store';
import type { Passage, PreparedPage } from './prepare/prepare-page.js';

export interface PassageOfPage {
  type: Chunk['type'];
  index: number;
  count: number;
  passage: Passage;
}

/** All passages of a page in the order in which they are written: code first, then text from the last to the first. */
export function inWritingOrder({ text, code }: PreparedPage): PassageOfPage[] {
  const numbered = (type: Chunk['type'], passages: readonly Passage[]): PassageOfPage[] =>
    passages.map((passage, index) => ({ type, index, count: passages.length, passage }));
  // The first text chunk tells which version is stored: it goes last, when all others are there.
  return [...numbered('code', code), ...numbered('text', text).reverse()];
}

/** The chunk of a passage, with its vector (null: none) and terms. */
export function buildUpsert(
  { type, index, count, passage }: PassageOfPage,
  page: StoredPageContent,
  job: IndexJob,
  vector: { dense: Float32Array | null; embedder: string | null },
): ChunkUpsert {
  const { namespace, final_url: url } = job;
  const content = page.markdown.slice(passage.start, passage.end);
  const chunk: Chunk = {
    id: chunkId({ namespace, url, type, index }),
    namespace,
    type,
    url,
    title: page.metadata.title,
    source_id: job.source_id,
    chunk_index: index,
    chunk_count: count,
    start: passage.start,
    end: passage.end,
    heading_path: passage.headingPath,
    content,
    context: null,
    content_hash: sha256Hex(content),
    page_hash: page.page_hash,
    language: passage.language,
    published_at: page.metadata.published_at,
    crawled_at: job.crawled_at,
    checked_at: job.checked_at,
    embedder: vector.dense === null ? null : vector.embedder,
  };
  return { chunk, dense: vector.dense, lexical: passage.lexical };
}
