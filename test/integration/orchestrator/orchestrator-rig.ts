import { randomUUID } from 'node:crypto';
import { parseConfig } from '@agentic-search/shared/config';
import { Endings } from '@agentic-search/shared/events';
import { JobQueues, jobPriority, searchJobId, startWorker } from '@agentic-search/shared/jobs';
import { createRedisPageStore } from '@agentic-search/shared/pages';
import type { VectorStore } from '@agentic-search/shared/ports/vector-store';
import { createSearchRecords, newSearchRecord, type SearchRecord } from '@agentic-search/shared/records';
import { createRedis } from '@agentic-search/shared/redis';
import { SearchService } from '@agentic-search/shared/services';
import pino from 'pino';
import { WaitingSearches } from '../../../apps/orchestrator/src/maintenance/waiting-searches.js';
import { createSearchRun, type SearchRunParts } from '../../../apps/orchestrator/src/search-processor.js';
import { freshPrefix } from '../../support/fresh-prefix.js';
import { searchRequest } from '../../support/search-request.js';
import { until } from '../../support/until.js';

/** An orchestrator in this process over a real Redis, put together as main.ts does it; the outside is given. */
export async function startOrchestrator(
  redisUrl: string,
  outside: Partial<SearchRunParts> & { store: VectorStore },
  prefix = freshPrefix(),
) {
  const redis = createRedis(redisUrl, 'worker', () => undefined);
  const blocking = createRedis(redisUrl, 'worker', () => undefined);
  const subscriber = createRedis(redisUrl, 'subscriber', () => undefined);
  const records = createSearchRecords(redis, { prefix, resultTtlSeconds: 600 });
  const queues = new JobQueues(redis, prefix);
  const logger = pino({ level: 'silent' });
  const run = createSearchRun({
    embedder: null,
    engine: null,
    pages: createRedisPageStore({ redis, prefix, ttlSeconds: 600, maxBytes: 1 << 24 }),
    queues,
    gateway: null,
    limits: { maxPassages: 8, maxWebResults: 10, pageMaxAgeSeconds: 3_600, useHybridSearch: true },
    embeddingPrice: null,
    now: Date.now,
    records,
    endings: new Endings(subscriber, prefix),
    waiting: new WaitingSearches(redis, prefix),
    logger,
    shutdown: new AbortController().signal,
    interrupt: new AbortController().signal,
    onModelCall: () => undefined,
    ...outside,
  });
  const worker = startWorker('search', run, { redis: blocking, prefix, lockMs: 5_000, logger });

  return {
    prefix,
    redis,
    records,
    queues,
    worker,
    /** Writes a record, changed as given, and adds its job. */
    async submit(
      fields: Record<string, unknown>,
      change: (record: SearchRecord) => SearchRecord = (same) => same,
    ) {
      const id = randomUUID();
      const record = newSearchRecord({ id, owner: 'local', request: searchRequest(fields), now: Date.now() });
      await records.create(change(record));
      await queues.add('search', { id }, { jobId: searchJobId(id, 1), priority: jobPriority.interactive });
      return id;
    },
    /** Waits for the end of a search; what it waits for (a second try) is let go at once. */
    async finished(id: string): Promise<SearchRecord> {
      return until(`search ${id} ends`, async () => {
        for (const job of await queues.raw('search').getDelayed()) await job.promote().catch(() => undefined);
        const found = await records.load(id);
        return found && ['completed', 'failed', 'cancelled'].includes(found.record.state)
          ? found.record
          : null;
      });
    },
    /** As the API does on a caller's wish. */
    async retry(id: string): Promise<void> {
      const services = new SearchService({
        config: parseConfig({}),
        redis,
        prefix,
        records,
        queues,
        now: Date.now,
      });
      await services.retry({ name: 'local', role: 'admin', namespace: '*' }, id);
    },
    async close() {
      await worker.close();
      await queues.close();
      for (const connection of [redis, blocking, subscriber]) connection.disconnect();
    },
  };
}
