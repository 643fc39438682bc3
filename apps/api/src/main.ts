import { setTimeout as delay } from 'node:timers/promises';
import { InvalidInputError } from '@agentic-search/shared/errors';
import { Endings, EventHub } from '@agentic-search/shared/events';
import { JobQueues } from '@agentic-search/shared/jobs';
import { connectKnowledge, createKnowledgeStore } from '@agentic-search/shared/knowledge';
import { redisConnections, runProcess } from '@agentic-search/shared/lifecycle';
import { createSearchRecords } from '@agentic-search/shared/records';
import { retrieve } from '@agentic-search/shared/retrieval';
import { KnowledgeService, SearchService } from '@agentic-search/shared/services';
import { assertSafeToListen } from './access/assert-safe-to-listen.js';
import { createApp } from './app.js';
import { OpenStreams } from './events/open-streams.js';
import { sharedConnection } from './kb/shared-connection.js';
import { createProbes } from './ops/create-probes.js';
import { Readiness } from './ops/readiness.js';
import { startServer } from './server.js';

/** What a start waits for the knowledge base; it goes on without. */
const KNOWLEDGE_WAIT_MS = 2_000;
const KNOWLEDGE_TIMEOUT_MS = 15_000;
/** Share of the shutdown's time that running requests get to finish by themselves. */
const REQUEST_GRACE = 0.4;

await runProcess('api', async (context) => {
  const { config, logger, shutdown } = context;
  assertSafeToListen(config);
  const prefix = config.services.redisKeyPrefix;
  const connections = await redisConnections(context);
  const redis = connections.producer;
  const records = createSearchRecords(redis, { prefix, resultTtlSeconds: config.server.resultTtlSeconds });
  const queues = new JobQueues(redis, prefix);
  shutdown.add('queues', () => queues.close());

  const now = Date.now;
  const ending = new AbortController();
  const store = await createKnowledgeStore(config);
  shutdown.add('vector store', () => store.close());
  const openKnowledge = sharedConnection(
    () => connectKnowledge(config, { redis, logger, signal: ending.signal, store }),
    { patienceMs: 1_000, now },
  );
  // The store or the embedder may be away when this starts; wrong settings are told at once.
  const opened = openKnowledge().catch((error: unknown) => {
    if (error instanceof InvalidInputError) throw error;
    logger.warn({ err: error }, 'the knowledge base is not open yet');
  });
  await Promise.race([opened, delay(KNOWLEDGE_WAIT_MS, undefined, { ref: false })]);
  const knowledge = new KnowledgeService({
    connect: openKnowledge,
    retrieve,
    useHybridSearch: config.rag.useHybridSearch,
    timeoutMs: KNOWLEDGE_TIMEOUT_MS,
    now,
  });

  const streams = new OpenStreams();
  const subscriber = connections.subscriber();
  const app = createApp({
    config,
    logger,
    redis,
    prefix,
    records,
    queues,
    hub: new EventHub(subscriber, prefix),
    endings: new Endings(subscriber, prefix),
    searches: new SearchService({ config, redis, prefix, records, queues, now }),
    knowledge,
    readiness: new Readiness(createProbes(config, { redis, store, openKnowledge }), {
      timeoutMs: 1_500,
      keepMs: 1_000,
      now,
    }),
    streams,
    eventTiming: { pollMs: 1_000, heartbeatMs: 15_000 },
    now,
  });
  const { host, port } = config.server;
  const server = await startServer(app, { host, port });
  shutdown.add('server', () => {
    ending.abort();
    streams.endAll();
    return server.close(config.server.shutdownTimeoutMs * REQUEST_GRACE);
  });
  logger.info({ host, port: server.port }, 'listening');
  process.send?.({ type: 'listening', port: server.port });
});
