import type { Embedder } from '../ports/embedder/embedder.js';
import type { Chunk, ChunkFilter, RankedChunk } from '../ports/vector-store/chunk.js';
import type { VectorStore } from '../ports/vector-store/vector-store.js';
import type { Evidence } from '../records/evidence.js';
import { countInFront, diversify } from './diversify.js';
import { embedQueries } from './embed-queries.js';
import { paraphrases, subQuestions } from './expand-query.js';
import { fuse } from './fuse.js';
import { queryTerms } from './lexical/query-terms.js';
import { similarityScores } from './similarity-scores.js';

/** How a question is turned into queries and lists. */
export type RetrievalStrategy = 'semantic' | 'hybrid' | 'multi_query' | 'decomposed';

/** What to retrieve, and with what. */
export interface RetrieveRequest {
  store: VectorStore;
  /** The embedder the collection was made with; null when there is none: retrieval is lexical. */
  embedder: Embedder | null;
  /** The question first; others (a refined query, hints) are searched beside it and fused as equals. */
  queries: readonly [string, ...string[]];
  filter: ChunkFilter;
  /** Passages wanted, 1–1,000. */
  limit: number;
  /** Default `hybrid`. */
  strategy?: RetrievalStrategy;
  /** False: dense alone where there is an embedder (`USE_HYBRID_SEARCH`). Default true. */
  useHybridSearch?: boolean;
  signal: AbortSignal;
}

/** What was found, best first, and what really ran. */
export interface Retrieval {
  evidence: Evidence[];
  strategy: RetrievalStrategy;
  retrieval: 'dense' | 'lexical' | 'hybrid';
  reranked: boolean;
  /** Tokens that were paid for the vectors of the queries. */
  embeddingTokens: number;
  /** Why dense search was left out although there is an embedder; null when it was not. */
  narrowed: { code: string; detail: string } | null;
}

/** One query's two lists; null for one that was not asked for. */
interface Lists {
  dense: RankedChunk[] | null;
  lexical: RankedChunk[] | null;
}

const LEAST_CANDIDATES = 50;
const MOST_CANDIDATES = 1000;
/** Times the passages wanted: mostly enough where duplicates and third passages of a page are few. */
const SHORT_POOL = 1.4;

function queriesFor(strategy: RetrievalStrategy, queries: readonly [string, ...string[]]): string[] {
  const extra =
    strategy === 'multi_query'
      ? paraphrases(queries[0])
      : strategy === 'decomposed'
        ? subQuestions(queries[0])
        : [];
  return [...new Set([...queries, ...extra])].filter((query) => query.trim() !== '');
}

/** Vectors where dense search is to run. */
async function vectorsOf(request: RetrieveRequest, queries: readonly string[]) {
  if (!request.embedder || queries.length === 0) return { vectors: null, tokens: 0, narrowed: null };
  const embedded = await embedQueries(request.embedder, queries, request.signal);
  return 'vectors' in embedded
    ? { ...embedded, narrowed: null }
    : { vectors: null, tokens: 0, narrowed: embedded.failure };
}

function evidenceOf(chunk: Chunk, score: number): Evidence {
  return {
    chunk_id: chunk.id,
    content: chunk.content,
    url: chunk.url,
    title: chunk.title,
    similarity_score: score,
    chunk_index: chunk.chunk_index,
    source_id: chunk.source_id,
    heading_path: chunk.heading_path,
    content_hash: chunk.content_hash,
    language: chunk.language,
    published_at: chunk.published_at,
    crawled_at: chunk.crawled_at,
    checked_at: chunk.checked_at,
  };
}

function evidenceFrom(searches: readonly Lists[], limit: number): Evidence[] {
  const chunks = new Map<string, Chunk>();
  const lists = searches.flatMap(({ dense, lexical }) => [dense ?? [], lexical ?? []]);
  for (const { chunk } of lists.flat()) chunks.set(chunk.id, chunk);
  const scores = similarityScores(searches);
  const ranked = fuse(lists.map((list) => ({ ids: list.map(({ chunk }) => chunk.id) }))).flatMap((id) => {
    const chunk = chunks.get(id);
    return chunk ? [evidenceOf(chunk, scores.get(id) ?? 0)] : [];
  });
  return diversify(ranked).slice(0, limit);
}

/** One list needs no fusion: what it is short of its full pool matters only when too few passages are left in front. */
async function lexicalAlone(request: RetrieveRequest, query: string, pool: number): Promise<RankedChunk[]> {
  const { store, filter, limit, signal } = request;
  const terms = queryTerms(query);
  const size = Math.min(pool, Math.ceil(limit * SHORT_POOL));
  const list = await store.passages.lexical(terms, filter, size, { signal });
  const enough = list.length < size || countInFront(list.map(({ chunk }) => chunk)) >= limit;
  return enough || size === pool ? list : store.passages.lexical(terms, filter, pool, { signal });
}

/**
 * Retrieves passages for one question (and what is asked beside it) by the strategy, fused by rank, without
 * duplicates and spread over pages. Never calls a language model. A failing embedder narrows it to lexical search,
 * and the answer says so. Throws what the store throws, and AbortedError.
 */
export async function retrieve(request: RetrieveRequest): Promise<Retrieval> {
  const { store, filter, limit, strategy = 'hybrid', useHybridSearch = true, signal } = request;
  const queries = queriesFor(strategy, request.queries);
  const { vectors, tokens, narrowed } = await vectorsOf(request, queries);
  const wantsLexical = vectors === null || (useHybridSearch && strategy !== 'semantic');
  const pool = Math.min(MOST_CANDIDATES, Math.max(LEAST_CANDIDATES, limit * 3));
  const [only] = queries;
  if (vectors === null && only !== undefined && queries.length === 1) {
    const lexical = await lexicalAlone(request, only, pool);
    const evidence = evidenceFrom([{ dense: null, lexical }], limit);
    return { evidence, strategy, retrieval: 'lexical', reranked: false, embeddingTokens: tokens, narrowed };
  }
  const searches = await Promise.all(
    queries.map(async (query, index): Promise<Lists> => {
      const vector = vectors?.[index];
      const [dense, lexical] = await Promise.all([
        vector ? store.passages.dense(vector, filter, pool, { signal }) : null,
        wantsLexical ? store.passages.lexical(queryTerms(query), filter, pool, { signal }) : null,
      ]);
      return { dense, lexical };
    }),
  );
  const retrieval = vectors === null ? 'lexical' : wantsLexical ? 'hybrid' : 'dense';
  return {
    evidence: evidenceFrom(searches, limit),
    strategy,
    retrieval,
    reranked: false,
    embeddingTokens: tokens,
    narrowed,
  };
}
