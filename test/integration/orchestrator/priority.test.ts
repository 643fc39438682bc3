import { JobQueues, jobPriority, startWorker } from '@agentic-search/shared/jobs';
import { createRedis } from '@agentic-search/shared/redis';
import pino from 'pino';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { enqueueIndex } from '../../../apps/crawler-worker/src/crawl/enqueue-index.js';
import { promoteStarving } from '../../../apps/orchestrator/src/maintenance/reconcile-lost-jobs.js';
import { freshPrefix } from '../../support/fresh-prefix.js';
import { until } from '../../support/until.js';

let prefix: string;
let redis: ReturnType<typeof createRedis>;
let queues: JobQueues;
beforeEach(() => {
  prefix = freshPrefix();
  redis = createRedis(inject('redisUrl'), 'worker', () => undefined);
  queues = new JobQueues(redis, prefix);
});
afterEach(async () => {
  await queues.close();
  redis.disconnect();
});

const add = (id: string, priority: keyof typeof jobPriority) =>
  queues.add('search', { id }, { jobId: `${id}.1`, priority: jobPriority[priority] });

/** The order in which a worker that takes one job at a time gets to them. */
async function order(count: number): Promise<string[]> {
  const taken: string[] = [];
  const blocking = createRedis(inject('redisUrl'), 'worker', () => undefined);
  const worker = startWorker('search', async (job) => taken.push(String(job.data.id)), {
    redis: blocking,
    prefix,
    lockMs: 5_000,
    concurrency: 1,
    logger: pino({ level: 'silent' }),
  });
  await until('all taken', () => taken.length === count);
  await worker.close();
  blocking.disconnect();
  return taken;
}

it('interactive searches overtake batch searches that wait', async () => {
  for (const id of ['b1', 'b2', 'b3']) await add(id, 'batch');
  for (const id of ['i1', 'i2']) await add(id, 'interactive');
  expect(await order(5)).toEqual(['i1', 'i2', 'b1', 'b2', 'b3']);
});

it('a batch search that has waited a minute takes its turn before what comes later', async () => {
  await add('b1', 'batch');
  await add('b2', 'batch');
  await add('i1', 'interactive');
  expect(await promoteStarving(queues, Date.now() + 59_000)).toBe(0);
  expect(await promoteStarving(queues, Date.now() + 61_000)).toBe(2);
  await add('i2', 'interactive');
  await add('b3', 'batch');
  expect(await order(5)).toEqual(['i1', 'b1', 'b2', 'i2', 'b3']);
});

it('the index jobs of batch searches wait behind those of interactive ones, and never for ever', async () => {
  for (const priority of ['batch', 'interactive'] as const) {
    const record = { kind: 'search' as const, id: priority, run: 1 };
    await queues.add('search', { id: priority }, { jobId: `${priority}.1` });
    const page = {
      record,
      url: 'https://a.example/',
      namespace: 'default',
      deadline_at: Date.now() + 60_000,
    };
    const at = new Date().toISOString();
    await enqueueIndex(
      queues,
      {
        ...page,
        final_url: page.url,
        page_hash: 'h',
        source_id: 'a.example',
        crawled_at: at,
        checked_at: at,
      },
      { ...page, iteration: 1, max_age_seconds: 0, priority },
    );
  }
  const ids = async () => queues.raw('index').getRanges(['wait', 'prioritized'], 0, -1, true);
  expect((await ids()).map((id) => id.split('.')[0])).toEqual(['interactive', 'batch']);
  expect(await promoteStarving(queues, Date.now() + 61_000)).toBe(1);
  expect(await queues.raw('index').getPrioritizedCount()).toBe(0);
});
