import { randomUUID } from 'node:crypto';
import { parseConfig } from '@agentic-search/shared/config';
import { Endings, EventHub } from '@agentic-search/shared/events';
import { JobQueues } from '@agentic-search/shared/jobs';
import { createLogger } from '@agentic-search/shared/logging';
import { createSearchRecords, type SearchRecords } from '@agentic-search/shared/records';
import { createRedis, waitUntilReady } from '@agentic-search/shared/redis';
import { KnowledgeService, SearchService } from '@agentic-search/shared/services';
import type { Hono } from 'hono';
import type { Redis } from 'ioredis';
import { createApp } from '../../../apps/api/src/app.js';
import { OpenStreams } from '../../../apps/api/src/events/open-streams.js';
import { type CheckName, type Probe, Readiness } from '../../../apps/api/src/ops/readiness.js';
import type { ApiEnv, AppParts } from '../../../apps/api/src/parts.js';
import { collection, recordingRetrieval, recordingStore } from './knowledge-fakes.js';

/** One API process's worth of app over a real Redis, with a knowledge base that keeps what it was asked. */
export interface TestApi {
  app: Hono<ApiEnv>;
  parts: AppParts;
  redis: Redis;
  records: SearchRecords;
  prefix: string;
  store: ReturnType<typeof recordingStore>;
  retrieval: ReturnType<typeof recordingRetrieval>;
  close(): Promise<void>;
}

export interface TestApiOptions {
  env?: NodeJS.ProcessEnv;
  /** Shared by the processes of one system; a fresh one when left out. */
  prefix?: string;
  probes?: Partial<Record<CheckName, Probe | null>>;
  eventTiming?: AppParts['eventTiming'];
}

/** Builds it; close it. */
export async function startApi(redisUrl: string, options: TestApiOptions = {}): Promise<TestApi> {
  const config = parseConfig(options.env ?? {});
  const prefix = options.prefix ?? `{api-${randomUUID()}}`;
  const redis = createRedis(redisUrl, 'producer', () => undefined);
  const subscriber = createRedis(redisUrl, 'subscriber', () => undefined);
  await Promise.all([waitUntilReady(redis, 5_000), waitUntilReady(subscriber, 5_000)]);
  const records = createSearchRecords(redis, { prefix, resultTtlSeconds: config.server.resultTtlSeconds });
  const queues = new JobQueues(redis, prefix);
  const store = recordingStore();
  const retrieval = recordingRetrieval();
  const now = Date.now;
  const readiness = new Readiness(
    {
      redis: async () => void (await redis.ping()),
      vector_store: async (signal) => void (await store.check({ signal })),
      search_engine: null,
      llm: null,
      embedder: null,
      documents: null,
      ...options.probes,
    },
    { timeoutMs: 500, keepMs: 0, now },
  );
  const knowledge = new KnowledgeService({
    connect: async () => ({ store, collection, queryEmbedder: null }),
    retrieve: retrieval.retrieve,
    useHybridSearch: true,
    timeoutMs: 5_000,
    now,
  });
  const parts: AppParts = {
    config,
    logger: createLogger('api', 'silent'),
    redis,
    prefix,
    records,
    queues,
    hub: new EventHub(subscriber, prefix),
    endings: new Endings(subscriber, prefix),
    searches: new SearchService({ config, redis, prefix, records, queues, now }),
    knowledge,
    readiness,
    streams: new OpenStreams(),
    eventTiming: options.eventTiming ?? { pollMs: 1_000, heartbeatMs: 15_000 },
    now,
  };
  return {
    app: createApp(parts),
    parts,
    redis,
    records,
    prefix,
    store,
    retrieval,
    async close() {
      parts.streams.endAll();
      await queues.close();
      redis.disconnect();
      subscriber.disconnect();
    },
  };
}
