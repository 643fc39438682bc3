import { Endings, publishActivity } from '@agentic-search/shared/events';
import { LeafRuns, leafRun, startWorker } from '@agentic-search/shared/jobs';
import { connectKnowledge } from '@agentic-search/shared/knowledge';
import { redisConnections, runProcess } from '@agentic-search/shared/lifecycle';
import { createRedisPageStore } from '@agentic-search/shared/pages';
import { createSearchRecords } from '@agentic-search/shared/records';
import { createIndexProcessor } from './index-processor.js';
import { createPagePreparer } from './prepare/create-page-preparer.js';

/** Share of the shutdown's time that running jobs get to finish by themselves. */
const INDEX_GRACE = 0.3;

await runProcess('indexer-worker', async (context) => {
  const { config, logger, shutdown } = context;
  const { crawling, rag, server } = config;
  const prefix = config.services.redisKeyPrefix;
  const connections = await redisConnections(context);
  const redis = connections.producer;
  const ending = new AbortController();
  const knowledge = await connectKnowledge(config, { redis, logger, signal: ending.signal });
  shutdown.add('vector store', () => knowledge.store.close());
  const preparer = createPagePreparer();
  shutdown.add('page preparer', () => preparer.close());
  const records = createSearchRecords(redis, { prefix, resultTtlSeconds: server.resultTtlSeconds });

  const processor = createIndexProcessor({
    store: knowledge.store,
    embedder: knowledge.embedder,
    cache: knowledge.embeddings,
    embedding: { pace: knowledge.pacer.take },
    pages: createRedisPageStore({
      redis,
      prefix,
      ttlSeconds: crawling.pageTtlSeconds,
      maxBytes: crawling.pageStoreMaxBytes,
    }),
    preparer,
    options: { chunkSize: rag.chunkSize, overlap: rag.chunkOverlap, codeExamples: rag.useAgenticRag },
    clock: Date.now,
    report: (record, activity) => publishActivity(redis, prefix, record.id, activity),
  });
  const runs = new LeafRuns();
  const settings = {
    redis: connections.worker(),
    prefix,
    lockMs: server.jobLockMs,
    logger,
    endings: new Endings(connections.subscriber(), prefix),
    recordState: (id: string) => records.state(id),
  };
  const worker = startWorker('index', leafRun('index', processor, settings, runs), settings);
  shutdown.add('worker', async () => {
    const patience = setTimeout(() => runs.handBack(), server.shutdownTimeoutMs * INDEX_GRACE);
    await worker.close();
    clearTimeout(patience);
    ending.abort();
  });
});
