import type { JobContext } from '@agentic-search/shared/jobs';
import type { ChunkUpsert, VectorStore } from '@agentic-search/shared/ports/vector-store';
import { MAX_UPSERT_CHUNKS } from '@agentic-search/shared/ports/vector-store';
import type { PageName } from './stored-version.js';

/**
 * Puts a page's chunks into the knowledge base: the new ones first, in the order given and at most 256 a call, then
 * what the page had more of before goes. At no moment is the page gone. Asks before every write whether this worker
 * still may.
 */
export async function writePage(
  store: VectorStore,
  page: PageName & { upserts: readonly ChunkUpsert[]; counts: { text: number; code: number } },
  context: Pick<JobContext, 'signal' | 'assertCurrent'>,
): Promise<void> {
  const { namespace, url, upserts, counts } = page;
  const call = { signal: context.signal };
  for (let from = 0; from < upserts.length; from += MAX_UPSERT_CHUNKS) {
    await context.assertCurrent();
    await store.chunks.upsert(upserts.slice(from, from + MAX_UPSERT_CHUNKS), call);
  }
  for (const type of ['text', 'code'] as const) {
    await context.assertCurrent();
    await store.chunks.prune({ namespace, url, type, from: counts[type] }, call);
  }
}
