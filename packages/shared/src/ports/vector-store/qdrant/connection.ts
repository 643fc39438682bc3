import type { QdrantClient } from '@qdrant/js-client-rest';
import type { Agent } from 'undici';
import type { z } from 'zod';
import { limitSignal } from '../../../time-limits/limit-signal.js';
import type { ReplySeen, watchReply } from './reply-watch.js';
import { abortedCall, closedStore, storeError } from './store-error.js';

/** Where Qdrant is, and how long one request may take. */
export interface ConnectionOptions {
  /** http(s) address of the server; a path in it is kept as a prefix. Without a port 6333, as Qdrant's clients do. */
  url: string;
  apiKey: string | null;
  /** How long one request may take, in milliseconds. */
  timeoutMs: number;
  now: () => number;
}

type QdrantApi = ReturnType<QdrantClient['api']>;

/** One request: given the typed API and what must go with every request. */
export type QdrantRequest = (api: QdrantApi, init: RequestInit) => Promise<{ data: unknown }>;

/** One way to the server: every request is bounded in time, can be aborted, and fails with the port's errors. */
export interface QdrantConnection {
  /**
   * Sends one request and gives the answer's `result` after `schema`. Statuses in `instead` are no failure: their
   * value is given. Throws as the port says.
   */
  ask<T>(
    request: QdrantRequest,
    schema: z.ZodType<{ result: T }>,
    signal: AbortSignal,
    instead?: Readonly<Record<number, T>>,
  ): Promise<T>;
  /** Throws when the call was aborted or the connection is closed; for answers that need no request. */
  guard(signal: AbortSignal): void;
  close(): Promise<void>;
}

interface Transport {
  api: QdrantApi;
  agent: Agent;
  watch: typeof watchReply;
}

/** Opens nothing until the first request: the client and its HTTP stack are loaded then. */
export function connectQdrant(options: ConnectionOptions): QdrantConnection {
  let transport: Promise<Transport> | null = null;
  let closed = false;
  const guard = (signal: AbortSignal) => {
    if (signal.aborted) throw abortedCall();
    if (closed) throw closedStore();
  };
  const ready = () => {
    transport ??= load(options);
    return transport;
  };
  return {
    guard,
    async ask(request, schema, signal, instead = {}) {
      guard(signal);
      const { api, agent, watch } = await ready();
      const seen: ReplySeen = { status: null, retryAfter: null };
      const limit = limitSignal(signal, options.timeoutMs);
      const init = {
        signal: limit.signal,
        // fetch would take the key along to wherever a redirect points
        redirect: 'error' as const,
        dispatcher: watch(agent, seen),
      };
      try {
        // the global fetch's types come from another version of undici than the dispatcher's
        const reply = await request(api, init as unknown as RequestInit);
        return schema.parse(reply.data).result;
      } catch (thrown) {
        guard(signal);
        if (seen.status !== null && seen.status in instead) return instead[seen.status] as never;
        throw storeError(thrown, seen, options.now);
      } finally {
        limit.release();
      }
    },
    async close() {
      closed = true;
      const open = transport;
      transport = null;
      if (open) await (await open).agent.destroy();
    },
  };
}

async function load(options: ConnectionOptions): Promise<Transport> {
  const [{ QdrantClient }, undici, { watchReply: watch }] = await Promise.all([
    import('@qdrant/js-client-rest'),
    import('undici'),
    import('./reply-watch.js'),
  ]);
  const { origin, pathname, port, protocol } = new URL(options.url);
  const standardPort = protocol === 'https:' ? 443 : 80;
  const explicit = new RegExp(`^https?://[^/?#]*:${standardPort}(?:[/?#]|$)`).test(options.url);
  const client = new QdrantClient({
    url: origin,
    port: port === '' && explicit ? standardPort : 6333,
    ...(pathname === '/' ? {} : { prefix: pathname.replace(/\/+$/, '') }),
    checkCompatibility: false,
    // its own timer replaces the caller's signal; ours does both
    timeout: Number.POSITIVE_INFINITY,
    // given as `apiKey` it would warn on the console about plain http
    ...(options.apiKey === null ? {} : { headers: { 'api-key': options.apiKey } }),
  });
  return { api: client.api(), agent: new undici.Agent({ connections: 32 }), watch };
}
