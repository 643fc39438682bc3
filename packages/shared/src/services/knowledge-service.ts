import type { Caller } from '../access/caller.js';
import {
  AbortedError,
  DependencyUnavailableError,
  InvalidInputError,
  PermanentError,
} from '../errors/app-error.js';
import { fieldFaults } from '../errors/field-faults.js';
import type { Knowledge } from '../knowledge/connect-knowledge.js';
import { passageSchema } from '../records/evidence.js';
import type { Retrieval, RetrieveRequest } from '../retrieval/retrieve.js';
import { callerNamespace } from './caller-namespace.js';
import {
  type ForgottenSource,
  type KnowledgeSearchResult,
  type KnowledgeStatus,
  knowledgeSearchInputSchema,
  type SourcePage,
} from './knowledge-input.js';

/** What the service needs of a knowledge base that is open. */
export type OpenKnowledge = Pick<Knowledge, 'store' | 'collection' | 'queryEmbedder'>;

export interface KnowledgeParts {
  /** Opens it, or gives the open one; throws while it cannot be had. */
  connect: () => Promise<OpenKnowledge>;
  retrieve: (request: RetrieveRequest) => Promise<Retrieval>;
  /** USE_HYBRID_SEARCH. */
  useHybridSearch: boolean;
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

  /** Retrieves passages. Throws InvalidInputError `invalid_fields`, `not_available` (a feature of a later version). */
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
    if (input.rerank === true) {
      const message = 'reranking is not available in this version';
      throw new InvalidInputError('not_available', message, [{ path: 'rerank', message }]);
    }
    const filter = {
      namespace: callerNamespace(caller, input.namespace ?? null),
      ...(input.type ? { type: input.type } : {}),
      ...(input.source_id ? { source_id: input.source_id } : {}),
    };
    const { retrieve, useHybridSearch, now } = this.parts;
    const started = now();
    const found = await this.within(options.signal, ({ store, queryEmbedder }, signal) =>
      retrieve({
        store,
        embedder: queryEmbedder,
        queries: [input.query],
        filter,
        limit: input.limit,
        strategy: input.strategy,
        useHybridSearch,
        signal,
      }),
    );
    return {
      results: found.evidence.map((evidence) => passageSchema.parse(evidence)),
      strategy: found.strategy,
      retrieval: found.retrieval,
      reranked: found.reranked,
      latency_ms: Math.max(0, now() - started),
    };
  }

  /** Counts and how retrieval works; `namespace` null is the caller's own. */
  async status(
    caller: Caller,
    query: { namespace: string | null },
    options: { signal: AbortSignal },
  ): Promise<KnowledgeStatus> {
    const namespace = callerNamespace(caller, query.namespace);
    return this.within(options.signal, async ({ store, collection, queryEmbedder }, signal) => {
      const counts = await store.sources.counts(namespace, { signal });
      return {
        namespace,
        counts: { chunks: counts.chunks, pages: counts.pages, sources: counts.sources },
        embedder: collection.embedder,
        vector_store: { kind: store.kind, collection: collection.name, dimensions: collection.dimensions },
        retrieval: queryEmbedder === null ? 'lexical' : this.parts.useHybridSearch ? 'hybrid' : 'dense',
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
    const page = { limit: query.limit + 1, cursor: query.cursor };
    const found = await this.within(options.signal, ({ store }, signal) =>
      store.sources.list(namespace, page, { signal }),
    );
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
    const wanted = { namespace, source_id: source.source_id };
    const deleted = await this.within(options.signal, ({ store }, signal) =>
      store.chunks.deleteSource(wanted, { signal }),
    );
    if (deleted === 0) throw new PermanentError('not_found', 'there is no such source in this namespace');
    return { source_id: source.source_id, namespace, chunks_deleted: deleted };
  }

  private async within<T>(
    outer: AbortSignal,
    run: (knowledge: OpenKnowledge, signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const controller = new AbortController();
    const { signal } = controller;
    const stop = () => controller.abort(new AbortedError('aborted', 'nobody waits for the answer any more'));
    const late = () =>
      controller.abort(
        new DependencyUnavailableError('vector_store_unavailable', 'the vector store did not answer in time'),
      );
    const timer = setTimeout(late, this.parts.timeoutMs);
    outer.addEventListener('abort', stop, { once: true });
    if (outer.aborted) stop();
    try {
      // Opening is shared with other calls and goes on without this one.
      const knowledge = await Promise.race([this.parts.connect(), rejectOnAbort(signal)]);
      signal.throwIfAborted();
      return await run(knowledge, signal);
    } catch (error) {
      // Adapters tell every abort as AbortedError; why it was aborted is known here.
      throw signal.aborted && error instanceof AbortedError ? signal.reason : error;
    } finally {
      clearTimeout(timer);
      outer.removeEventListener('abort', stop);
    }
  }
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
