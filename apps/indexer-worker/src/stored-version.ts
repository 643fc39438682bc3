import { chunkId } from '@agentic-search/shared/identifiers';
import type { Chunk, StoreCall, VectorStore } from '@agentic-search/shared/ports/vector-store';

export interface PageName {
  namespace: string;
  url: string;
}

const READ_AT_ONCE = 256;

/**
 * Gives the chunks of a page (both types) when the knowledge base holds it whole and in this version, else null.
 * The hash alone would not do: a worker may have died between two writes, or two may have written two versions at
 * once. Whole means: every chunk that the first one promises is there, none beyond, and all are of one version.
 */
export async function findStoredVersion(
  store: VectorStore,
  page: PageName & { page_hash: string },
  call: StoreCall,
): Promise<Chunk[] | null> {
  const [text, code] = await Promise.all([
    wholeType(store, page, 'text', call),
    wholeType(store, page, 'code', call),
  ]);
  return text === null || text.length === 0 || code === null ? null : [...text, ...code];
}

/**
 * Gives the chunks of a page when the knowledge base holds it whole in a version that was fetched later than this
 * one, else null: a job that waited long, or took its page from the page store, must not bring the old text back.
 */
export async function findNewerVersion(
  store: VectorStore,
  page: PageName & { page_hash: string; crawled_at: string },
  call: StoreCall,
): Promise<Chunk[] | null> {
  const { namespace, url } = page;
  const [first] = await store.passages.get(
    namespace,
    [chunkId({ namespace, url, type: 'text', index: 0 })],
    call,
  );
  if (first === undefined || first.page_hash === page.page_hash) return null;
  if (Date.parse(first.crawled_at) <= Date.parse(page.crawled_at)) return null;
  return await findStoredVersion(store, { namespace, url, page_hash: first.page_hash }, call);
}

/** The chunks of one type; none when there are none, null when they are not one whole version. */
async function wholeType(
  store: VectorStore,
  { namespace, url, page_hash }: PageName & { page_hash: string },
  type: Chunk['type'],
  call: StoreCall,
): Promise<Chunk[] | null> {
  const idOf = (index: number) => chunkId({ namespace, url, type, index });
  const [first] = await store.passages.get(namespace, [idOf(0)], call);
  if (first === undefined) return [];
  if (first.page_hash !== page_hash) return null;
  const count = first.chunk_count;
  const chunks: Chunk[] = [];
  for (let from = 0; from <= count; from += READ_AT_ONCE) {
    const length = Math.min(READ_AT_ONCE, count + 1 - from);
    const ids = Array.from({ length }, (_, index) => idOf(from + index));
    chunks.push(...(await store.passages.get(namespace, ids, call)));
  }
  const whole = chunks.length === count && chunks.every((chunk) => chunk.page_hash === page_hash);
  return whole && chunks.every((chunk) => chunk.chunk_count === count) ? chunks : null;
}
