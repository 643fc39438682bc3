import type { Caller } from '../access/caller.js';
import {
  AbortedError,
  DependencyUnavailableError,
  InvalidInputError,
  PermanentError,
} from '../errors/app-error.js';
import { fieldFaults } from '../errors/field-faults.js';
import type { CollectionInfo, VectorStore } from '../ports/vector-store/vector-store.js';
import type { Passage } from '../records/evidence.js';
import { callerNamespace } from './caller-namespace.js';
import {
  type ForgottenSource,
  type KnowledgeSearchInput,
  type KnowledgeSearchResult,
  type KnowledgeStatus,
  knowledgeSearchInputSchema,
  type SourcePage,
} from './knowledge-input.js';

/** One question to the knowledge base, every field resolved. */
export interface KnowledgeQuestion {
  query: string;
  namespace: string;
  limit: number;
  strategy: KnowledgeSearchInput['strategy'];
  rerank: boolean;
  type: 'text' | 'code' | null;
  source_id: string | null;
}

/** Finds passages without ever asking an LLM; tells what really ran. */
export type FindPassages = (
  question: KnowledgeQuestion,
  options: { signal: AbortSignal },
) => Promise<{ passages: Passage[]; retrieval: KnowledgeSearchResult['retrieval']; reranked: boolean }>;

export interface KnowledgeParts {
  store: VectorStore;
  /** The collection that is open; asked again while it could not be opened yet. */
  collection: (signal: AbortSignal) => Promise<CollectionInfo>;
  findPassages: FindPassages;
  /** What retrieval can do at best with the embedder and flags of this process. */
  retrieval: KnowledgeStatus['retrieval'];
  /** USE_RERANKING: what a search gets that does not say. */
  rerankByDefault: boolean;
  /** Longest one call may take, in ms. */
  timeoutMs: number;
  now: () => number;
}

/**
 * The knowledge base as HTTP, MCP and the command line see it. Every method takes the caller and throws PermanentError
 * `forbidden_namespace` for a namespace that is not the caller's, DependencyUnavailableError when the store is away or
 * does not answer in time, AbortedError when the signal fires.
 */
export class KnowledgeService {
  constructor(private readonly parts: KnowledgeParts) {}

  /** Retrieves passages. Throws InvalidInputError `invalid_fields`. */
  async search(
    caller: Caller,
    raw: unknown,
    options: { signal: AbortSignal },
  ): Promise<KnowledgeSearchResult> {
    const parsed = knowledgeSearchInputSchema.safeParse(raw);
    if (!parsed.success) {
      const detail = 'the request has invalid fields';
      throw new InvalidInputError('invalid_fields', detail, fieldFaults(parsed.error));
    }
    const input = parsed.data;
    const question: KnowledgeQuestion = {
      query: input.query,
      namespace: callerNamespace(caller, input.namespace ?? null),
      limit: input.limit,
      strategy: input.strategy,
      rerank: input.rerank ?? this.parts.rerankByDefault,
      type: input.type ?? null,
      source_id: input.source_id ?? null,
    };
    const started = this.parts.now();
    const found = await this.within(options.signal, async (signal) => {
      await this.parts.collection(signal);
      return this.parts.findPassages(question, { signal });
    });
    return {
      results: found.passages,
      strategy: input.strategy,
      retrieval: found.retrieval,
      reranked: found.reranked,
      latency_ms: Math.max(0, this.parts.now() - started),
    };
  }

  /** Counts and how retrieval works; `namespace` null is the caller's own. */
  async status(
    caller: Caller,
    query: { namespace: string | null },
    options: { signal: AbortSignal },
  ): Promise<KnowledgeStatus> {
    const namespace = callerNamespace(caller, query.namespace);
    return this.within(options.signal, async (signal) => {
      const collection = await this.parts.collection(signal);
      const counts = await this.parts.store.sources.counts(namespace, { signal });
      return {
        namespace,
        counts: { chunks: counts.chunks, pages: counts.pages, sources: counts.sources },
        embedder: collection.embedder,
        vector_store: {
          kind: this.parts.store.kind,
          collection: collection.name,
          dimensions: collection.dimensions,
        },
        retrieval: collection.embedder === null ? 'lexical' : this.parts.retrieval,
        reranking: false,
      };
    });
  }

  /** Sources by source_id; `limit` 1–100, `cursor` the last source_id of the page before. */
  async listSources(
    caller: Caller,
    query: { namespace: string | null; limit: number; cursor: string | null },
    options: { signal: AbortSignal },
  ): Promise<SourcePage> {
    const namespace = callerNamespace(caller, query.namespace);
    const found = await this.within(options.signal, async (signal) => {
      await this.parts.collection(signal);
      const page = { limit: query.limit + 1, cursor: query.cursor };
      return this.parts.store.sources.list(namespace, page, { signal });
    });
    const items = found.slice(0, query.limit);
    return { items, next_cursor: found.length > items.length ? (items.at(-1)?.source_id ?? null) : null };
  }

  /** Forgets a source with all its passages. Throws PermanentError `not_found`. */
  async deleteSource(
    caller: Caller,
    source: { namespace: string | null; source_id: string },
    options: { signal: AbortSignal },
  ): Promise<ForgottenSource> {
    const namespace = callerNamespace(caller, source.namespace);
    const deleted = await this.within(options.signal, async (signal) => {
      await this.parts.collection(signal);
      return this.parts.store.chunks.deleteSource({ namespace, source_id: source.source_id }, { signal });
    });
    if (deleted === 0) throw new PermanentError('not_found', 'there is no such source in this namespace');
    return { source_id: source.source_id, namespace, chunks_deleted: deleted };
  }

  private async within<T>(outer: AbortSignal, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController();
    const stop = () => controller.abort(new AbortedError('aborted', 'nobody waits for the answer any more'));
    const late = () =>
      controller.abort(
        new DependencyUnavailableError('vector_store_unavailable', 'the vector store did not answer in time'),
      );
    const timer = setTimeout(late, this.parts.timeoutMs);
    outer.addEventListener('abort', stop, { once: true });
    if (outer.aborted) stop();
    try {
      return await run(controller.signal);
    } catch (error) {
      // Adapters tell every abort as AbortedError; why it was aborted is known here.
      if (error instanceof AbortedError && controller.signal.reason instanceof DependencyUnavailableError) {
        throw controller.signal.reason;
      }
      throw error;
    } finally {
      clearTimeout(timer);
      outer.removeEventListener('abort', stop);
    }
  }
}
