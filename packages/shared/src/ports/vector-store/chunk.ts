import { z } from 'zod';

/** A passage of a page: the unit that is embedded, stored, retrieved and cited. Times are ISO 8601 UTC. */
export const chunkSchema = z.object({
  /** UUIDv5 of namespace + normalised final URL + type + chunk number. */
  id: z.uuid(),
  namespace: z.string().min(1),
  type: z.enum(['text', 'code']),
  url: z.string().min(1),
  title: z.string(),
  source_id: z.string().min(1),
  chunk_index: z.int().min(0),
  chunk_count: z.int().min(1),
  /** Offsets into the page's Markdown, in UTF-16 units; `content` is `markdown.slice(start, end)`. */
  start: z.int().min(0),
  end: z.int().min(1),
  heading_path: z.array(z.string()),
  content: z.string().min(1),
  /** 1–2 sentences that place the chunk in its page; null without contextual embeddings. */
  context: z.string().nullable(),
  /** sha256 of `content`, hex. */
  content_hash: z.string(),
  /** sha256 of the page's Markdown, hex. */
  page_hash: z.string(),
  language: z.string().nullable(),
  published_at: z.string().nullable(),
  crawled_at: z.string(),
  checked_at: z.string(),
  /** Id of the embedder that made the vector, or null in a lexical collection. */
  embedder: z.string().nullable(),
});

export type Chunk = z.infer<typeof chunkSchema>;

/** A lexical vector: term → weight. For a chunk the BM25 weight of the term, for a query how often it is asked. */
export type SparseVector = ReadonlyMap<string, number>;

/** A chunk on its way into the store. `dense` is null where the collection is lexical. */
export interface ChunkUpsert {
  chunk: Chunk;
  dense: Float32Array | null;
  lexical: SparseVector;
}

/** Which chunks may be found. Every condition given must hold; `namespace` always. */
export interface ChunkFilter {
  namespace: string;
  type?: 'text' | 'code';
  source_id?: string;
  url?: string;
  chunk_index?: number;
  /** Hosts (source ids); a chunk must be of one of them. An empty list is no condition. */
  include_sources?: readonly string[];
  /** Hosts (source ids); a chunk must be of none of them. */
  exclude_sources?: readonly string[];
}

/** One entry of a ranked list; `score` is the store's own (cosine, or BM25), only comparable inside its list. */
export interface RankedChunk {
  chunk: Chunk;
  score: number;
}
