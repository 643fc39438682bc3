import { type Job, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { backoffMs } from './backoff.js';
import { type JobDefinition, jobCatalog, type QueueName } from './catalog.js';

/** What a worker runs on. */
export interface WorkerSettings {
  /** Connection with `maxRetriesPerRequest: null`. */
  redis: Redis;
  prefix: string;
  /** JOB_LOCK_MS: a job whose worker is silent for this long is run again. */
  lockMs: number;
  /** Jobs at a time; the catalogue's number when left out. */
  concurrency?: number;
  logger: Logger;
}

/** A lost lock is no fault of the job: poison is caught by the record's own count, not by BullMQ's. */
const STALLS_ALLOWED = 1_000;

/**
 * Starts taking jobs of a queue. `run` is called with the BullMQ job and its lock token; what it throws is retried
 * with backoff as the catalogue says. Close it to stop taking jobs and wait for the running ones.
 */
export function startWorker(
  name: QueueName,
  run: (job: Job, token: string) => Promise<unknown>,
  settings: WorkerSettings,
): Worker {
  const definition: JobDefinition = jobCatalog[name];
  const worker = new Worker(name, (job, token) => run(job, token ?? ''), {
    connection: settings.redis,
    prefix: settings.prefix,
    concurrency: settings.concurrency ?? definition.concurrency,
    lockDuration: settings.lockMs,
    stalledInterval: Math.max(500, Math.round(settings.lockMs / 2)),
    maxStalledCount: STALLS_ALLOWED,
    runRetryDelay: 500,
    skipVersionCheck: true,
    settings: {
      backoffStrategy: (attemptsMade, _type, error) => backoffMs(attemptsMade, definition.backoffMs, error),
    },
  });
  worker.on('error', (error) => settings.logger.warn({ err: error, queue: name }, 'worker error'));
  worker.on('failed', (job, error) =>
    settings.logger.warn(
      { err: error, queue: name, job: job?.id, attempts: job?.attemptsMade },
      'job failed',
    ),
  );
  return worker;
}
