import { createHash, randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import type { Chunk, ChunkUpsert, VectorStore } from '@agentic-search/shared/ports/vector-store';

/** A store over an empty backend, not opened yet; `reopen` gives another store over the same data. */
export interface StoreUnderTest {
  store: VectorStore;
  close(): Promise<void>;
  reopen?(): Promise<VectorStore>;
}

export type MakeStore = () => Promise<StoreUnderTest>;

export const call = { signal: new AbortController().signal };
// Many calls at once share it.
setMaxListeners(0, call.signal);
export const DIMENSIONS = 4;
export const denseSpec = { embedder: 'test-embedder', dimensions: DIMENSIONS };
export const lexicalSpec = { embedder: null, dimensions: null };

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** A namespace no other test has. */
export const freshNamespace = () => `ns-${randomUUID()}`;

function idOf(chunk: Pick<Chunk, 'namespace' | 'url' | 'type' | 'chunk_index'>): string {
  const hex = sha256([chunk.namespace, chunk.url, chunk.type, chunk.chunk_index].join('|'));
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** A valid chunk; its id follows from namespace, url, type and number as in the system. */
export function chunkOf(fields: Partial<Chunk> & { namespace: string }): Chunk {
  const content = fields.content ?? 'alpha beta gamma';
  const chunk: Chunk = {
    id: '',
    type: 'text',
    url: 'https://docs.example.org/page',
    title: 'A page',
    source_id: 'docs.example.org',
    chunk_index: 0,
    chunk_count: 1,
    start: 0,
    end: content.length,
    heading_path: ['Guide', 'Setup'],
    content,
    context: null,
    content_hash: sha256(content),
    page_hash: sha256('page'),
    language: 'en',
    published_at: null,
    crawled_at: '2026-01-02T03:04:05.000Z',
    checked_at: '2026-01-02T03:04:05.000Z',
    embedder: null,
    ...fields,
  };
  return { ...chunk, id: fields.id ?? idOf(chunk) };
}

/** Terms of a chunk whose content is words: each word weighs 1. */
const wordsOf = (content: string) => new Map(content.split(/\s+/).map((word) => [word, 1] as const));

/** A chunk for a lexical collection. */
export function lexicalUpsert(
  fields: Partial<Chunk> & { namespace: string },
  terms?: Record<string, number>,
): ChunkUpsert {
  const chunk = chunkOf(fields);
  return { chunk, dense: null, lexical: terms ? new Map(Object.entries(terms)) : wordsOf(chunk.content) };
}

/** A chunk for the collection of `denseSpec`. */
export function denseUpsert(
  fields: Partial<Chunk> & { namespace: string },
  dense: readonly number[],
): ChunkUpsert {
  const upsert = lexicalUpsert({ embedder: denseSpec.embedder, ...fields });
  return { ...upsert, dense: Float32Array.from(dense) };
}

/** `count` chunks of one page, `word0`, `word1` … as their contents. */
export function pageOf(
  fields: Partial<Chunk> & { namespace: string },
  count: number,
  word = 'passage',
): ChunkUpsert[] {
  return Array.from({ length: count }, (_, index) =>
    lexicalUpsert({
      ...fields,
      content: `${word} ${word}${index}`,
      chunk_index: index,
      chunk_count: count,
    }),
  );
}

/** Ids of what a lexical search for the words finds, best first. */
export async function idsFor(store: VectorStore, namespace: string, ...words: string[]): Promise<string[]> {
  const terms = new Map(words.map((word) => [word, 1]));
  const found = await store.passages.lexical(terms, { namespace }, 1000, call);
  return found.map((entry) => entry.chunk.id);
}
