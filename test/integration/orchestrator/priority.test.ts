import { JobQueues, jobPriority, startWorker } from '@agentic-search/shared/jobs';
import { createRedis } from '@agentic-search/shared/redis';
import pino from 'pino';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
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
