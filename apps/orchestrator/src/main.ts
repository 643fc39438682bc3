import { AbortedError } from '@agentic-search/shared/errors';
import { Endings, publishActivity } from '@agentic-search/shared/events';
import { createPacer, priceOf } from '@agentic-search/shared/gateway';
import { JobQueues, startWorker } from '@agentic-search/shared/jobs';
import { connectKnowledge } from '@agentic-search/shared/knowledge';
import { redisConnections, runProcess } from '@agentic-search/shared/lifecycle';
import { createRedisPageStore } from '@agentic-search/shared/pages';
import { createLlm } from '@agentic-search/shared/ports/llm';
import { createSearchEngine } from '@agentic-search/shared/ports/search-engine';
import { createSearchRecords } from '@agentic-search/shared/records';
import { createMaintenanceRun, scheduleMaintenance } from './maintenance/maintenance-processor.js';
import { WaitingSearches } from './maintenance/waiting-searches.js';
import { createSearchRun } from './search-processor.js';

/** Share of the shutdown's time that running steps get to finish by themselves. */
const STEP_GRACE = 0.4;

await runProcess('orchestrator', async (context) => {
  const { config, logger, shutdown } = context;
  const prefix = config.services.redisKeyPrefix;
  const connections = await redisConnections(context);
  const redis = connections.producer;

  const ending = new AbortController();
  const interrupt = new AbortController();
  const knowledge = await connectKnowledge(config, { redis, logger, signal: ending.signal });
  shutdown.add('vector store', () => knowledge.store.close());
  const { models, services, searchLoop, rag, crawling, server } = config;
  const llm = createLlm({ apiKey: models.openaiApiKey, baseUrl: models.openaiBaseUrl, model: models.model });
  const pacer = createPacer(redis, {
    prefix,
    name: 'llm',
    requestsPerMinute: models.llmRequestsPerMinute,
    tokensPerMinute: models.llmTokensPerMinute,
  });
  const engine = createSearchEngine({
    searxngUrl: services.searxngUrl,
    documentsUrl: services.documentsEngineUrl,
    order: services.searchEngines.length > 0 ? services.searchEngines : null,
  });
  const records = createSearchRecords(redis, { prefix, resultTtlSeconds: server.resultTtlSeconds });
  const queues = new JobQueues(redis, prefix);
  shutdown.add('queues', () => queues.close());
  const waiting = new WaitingSearches(redis, prefix);
  const now = Date.now;
  const activity = (id: string, detail: string) =>
    publishActivity(redis, prefix, id, { kind: 'llm_call', at: new Date().toISOString(), detail });

  const run = createSearchRun({
    store: knowledge.store,
    embedder: knowledge.queryEmbedder,
    engine,
    pages: createRedisPageStore({
      redis,
      prefix,
      ttlSeconds: crawling.pageTtlSeconds,
      maxBytes: crawling.pageStoreMaxBytes,
    }),
    queues,
    gateway: llm && { llm, pacer, prices: models.prices, temperature: searchLoop.llmTemperature, now },
    limits: {
      maxPassages: searchLoop.maxPassages,
      maxWebResults: searchLoop.maxWebResults,
      pageMaxAgeSeconds: crawling.pageMaxAgeSeconds,
      useHybridSearch: rag.useHybridSearch,
    },
    embeddingPrice: priceOf(models.prices, models.embeddingModel, { input: 1, output: 0 }),
    now,
    records,
    endings: new Endings(connections.subscriber(), prefix),
    waiting,
    logger,
    shutdown: ending.signal,
    interrupt: interrupt.signal,
    onModelCall: (id, task) => void activity(id, task),
  });
  const settings = { redis: connections.worker(), prefix, lockMs: server.jobLockMs, logger };
  const searches = startWorker('search', run, settings);
  const maintenance = startWorker(
    'maintenance',
    createMaintenanceRun({
      records,
      queues,
      waiting,
      resultTtlSeconds: server.resultTtlSeconds,
      logger,
      now,
    }),
    settings,
  );
  await scheduleMaintenance(queues);
  shutdown.add('workers', async () => {
    ending.abort();
    const patience = setTimeout(
      () => interrupt.abort(new AbortedError('shutdown', 'the orchestrator is ending')),
      server.shutdownTimeoutMs * STEP_GRACE,
    );
    await Promise.all([searches.close(), maintenance.close()]);
    clearTimeout(patience);
  });
});
