import { Endings, publishActivity } from '@agentic-search/shared/events';
import { JobQueues, LeafRuns, leafRun, startWorker } from '@agentic-search/shared/jobs';
import { redisConnections, runProcess } from '@agentic-search/shared/lifecycle';
import { createRedisPageStore } from '@agentic-search/shared/pages';
import { createFetcher, createUrlPolicy } from '@agentic-search/shared/ports/fetcher';
import { createSearchRecords } from '@agentic-search/shared/records';
import { enqueueIndex } from './crawl/enqueue-index.js';
import { createCrawlProcessor } from './crawl-processor.js';
import { createExtractor } from './extract/create-extractor.js';
import { createHostState } from './hosts/host-state.js';
import { maxRobotsBytes } from './hosts/robots-rules.js';

const MAX_REDIRECTS = 10;
const EXTRACTOR = { threads: 2, timeoutMs: 30_000, maxMemoryMb: 512, idleTimeoutMs: 5_000 };
/** A fetch lease outlives the longest fetch a little, so that a death frees the URL soon. */
const LEASE_MARGIN_MS = 5_000;
/** Share of the shutdown's time that running crawls get to finish by themselves. */
const CRAWL_GRACE = 0.3;

await runProcess('crawler-worker', async (context) => {
  const { config, logger, shutdown } = context;
  const { crawling, server } = config;
  const prefix = config.services.redisKeyPrefix;
  const connections = await redisConnections(context);
  const redis = connections.producer;
  const http = {
    userAgent: crawling.userAgent,
    timeoutMs: crawling.timeoutMs,
    maxBytes: crawling.maxBytes,
    maxRedirects: MAX_REDIRECTS,
    allowPrivateHosts: crawling.allowPrivateHosts,
  };
  const fetcher = await createFetcher({ http });
  shutdown.add('fetcher', () => fetcher.close());
  const robotsFetcher = await createFetcher({
    http: { ...http, maxBytes: maxRobotsBytes, overflow: 'cut', accepts: () => true },
  });
  shutdown.add('robots fetcher', () => robotsFetcher.close());
  const extractor = createExtractor(EXTRACTOR);
  shutdown.add('extractor', () => extractor.close());
  const records = createSearchRecords(redis, { prefix, resultTtlSeconds: server.resultTtlSeconds });
  const queues = new JobQueues(redis, prefix);
  shutdown.add('queues', () => queues.close());

  const processor = createCrawlProcessor({
    fetcher,
    extractor,
    pages: createRedisPageStore({
      redis,
      prefix,
      ttlSeconds: crawling.pageTtlSeconds,
      maxBytes: crawling.pageStoreMaxBytes,
    }),
    hosts: createHostState({
      redis,
      prefix,
      userAgent: crawling.userAgent,
      hostDelayMs: crawling.hostDelayMs,
      isAllowListed: createUrlPolicy({ allowPrivateHosts: crawling.allowPrivateHosts }).allows,
      robotsFetcher,
      leaseTtlMs: Math.min(crawling.timeoutMs + LEASE_MARGIN_MS, server.jobLockMs + LEASE_MARGIN_MS),
    }),
    enqueueIndex: (job, behind) => enqueueIndex(queues, job, behind),
    activity: (job, what) =>
      void publishActivity(redis, prefix, job.record.id, { ...what, at: new Date().toISOString() }),
    clock: Date.now,
  });
  const runs = new LeafRuns();
  const settings = {
    redis: connections.worker(),
    prefix,
    lockMs: server.jobLockMs,
    concurrency: crawling.concurrency,
    logger,
    endings: new Endings(connections.subscriber(), prefix),
    recordState: (id: string) => records.state(id),
  };
  const worker = startWorker('crawl', leafRun('crawl', processor, settings, runs), settings);
  shutdown.add('worker', async () => {
    const patience = setTimeout(() => runs.handBack(), server.shutdownTimeoutMs * CRAWL_GRACE);
    await worker.close();
    clearTimeout(patience);
  });
});
