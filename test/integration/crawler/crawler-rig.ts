import { randomUUID } from 'node:crypto';
import { createRedisPageStore } from '@agentic-search/shared/pages';
import { createFetcher, createUrlPolicy } from '@agentic-search/shared/ports/fetcher';
import { Redis } from 'ioredis';
import type { CrawlActivity, CrawlParts } from '../../../apps/crawler-worker/src/crawl/crawl-parts.js';
import { createCrawlProcessor } from '../../../apps/crawler-worker/src/crawl-processor.js';
import {
  createExtractor,
  type Extractor,
} from '../../../apps/crawler-worker/src/extract/create-extractor.js';
import { createHostState } from '../../../apps/crawler-worker/src/hosts/host-state.js';
import { maxRobotsBytes } from '../../../apps/crawler-worker/src/hosts/robots-rules.js';
import { recordingIndexQueue } from '../../support/crawl-job.js';

/** What a test may vary of a crawler worker. */
export interface RigOptions {
  redisUrl: string;
  /** Workers that share a prefix share hosts and pages. */
  prefix?: string;
  allowPrivateHosts: string[];
  hostDelayMs?: number;
  /** Hosts without a delay; by default none, so that pacing shows. */
  undelayed?: string[];
  timeoutMs?: number;
  maxBytes?: number;
  pageStoreBytes?: number;
  extractor?: Extractor;
}

/** A crawler worker in this process, put together as main.ts does it, over a real Redis. */
export async function startRig(options: RigOptions) {
  const redis = new Redis(options.redisUrl);
  const prefix = options.prefix ?? `{crawl-${randomUUID()}}`;
  const userAgent = 'AgenticSearchBot/0.1 (+https://bot.example)';
  const http = {
    userAgent,
    timeoutMs: options.timeoutMs ?? 5_000,
    maxRedirects: 5,
    allowPrivateHosts: options.allowPrivateHosts,
  };
  const fetcher = await createFetcher({ http: { ...http, maxBytes: options.maxBytes ?? 10 << 20 } });
  const robotsFetcher = await createFetcher({
    http: { ...http, maxBytes: maxRobotsBytes, overflow: 'cut', accepts: () => true },
  });
  const extractor =
    options.extractor ??
    createExtractor({ threads: 1, timeoutMs: 30_000, maxMemoryMb: 1_024, idleTimeoutMs: 1_000 });
  const pages = createRedisPageStore({
    redis,
    prefix,
    ttlSeconds: 600,
    maxBytes: options.pageStoreBytes ?? 64 << 20,
  });
  const policy = createUrlPolicy({ allowPrivateHosts: options.undelayed ?? [] });
  const hosts = createHostState({
    redis,
    prefix,
    userAgent,
    hostDelayMs: options.hostDelayMs ?? 0,
    isAllowListed: policy.allows,
    robotsFetcher,
    leaseTtlMs: 5_000,
  });
  const index = recordingIndexQueue();
  const activities: CrawlActivity[] = [];
  const parts: CrawlParts = {
    fetcher,
    pages,
    hosts,
    extractor,
    enqueueIndex: index.enqueueIndex,
    activity: (_job, activity) => activities.push(activity),
    clock: Date.now,
  };
  return {
    prefix,
    redis,
    pages,
    hosts,
    parts,
    activities,
    indexJobs: index.jobs,
    processor: createCrawlProcessor(parts),
    async close() {
      await Promise.all([
        fetcher.close(),
        robotsFetcher.close(),
        options.extractor ? undefined : extractor.close(),
      ]);
      await redis.quit();
    },
  };
}

export type CrawlerRig = Awaited<ReturnType<typeof startRig>>;
