import type { z } from 'zod';
import {
  crawlJobResultSchema,
  crawlJobSchema,
  indexJobResultSchema,
  indexJobSchema,
  maintenanceJobResultSchema,
  maintenanceJobSchema,
  searchJobResultSchema,
  searchJobSchema,
} from './job-data.js';

/** How a queue's jobs are kept, retried and bounded. Times in ms unless the name says otherwise. */
export interface JobDefinition<Data extends z.ZodType = z.ZodType, Result extends z.ZodType = z.ZodType> {
  data: Data;
  result: Result;
  /** Starts after a thrown RetryableError, the first included. Lost locks do not count. */
  attempts: number;
  backoffMs: number;
  /** Longest one activation may run before its signal fires. */
  timeoutMs: number;
  /** Jobs one process runs at a time. */
  concurrency: number;
  keepCompleted: { ageSeconds: number; count: number };
  keepFailed: { ageSeconds: number; count: number };
}

const hour = 3_600;
const kept = {
  keepCompleted: { ageSeconds: 6 * hour, count: 5_000 },
  keepFailed: { ageSeconds: 72 * hour, count: 5_000 },
};

/** The map of the system: every queue, what its jobs carry and how they behave. */
export const jobCatalog = {
  search: {
    data: searchJobSchema,
    result: searchJobResultSchema,
    attempts: 10,
    backoffMs: 1_000,
    timeoutMs: 24 * hour * 1_000,
    concurrency: 20,
    ...kept,
  },
  crawl: {
    data: crawlJobSchema,
    result: crawlJobResultSchema,
    attempts: 3,
    backoffMs: 1_000,
    // Longer than the longest CRAWL_TIMEOUT_MS, and what a page's redirects wait for their hosts.
    timeoutMs: 900_000,
    concurrency: 8,
    ...kept,
  },
  index: {
    data: indexJobSchema,
    result: indexJobResultSchema,
    attempts: 5,
    backoffMs: 1_000,
    timeoutMs: 300_000,
    concurrency: 4,
    ...kept,
  },
  maintenance: {
    data: maintenanceJobSchema,
    result: maintenanceJobResultSchema,
    attempts: 1,
    backoffMs: 1_000,
    timeoutMs: 60_000,
    concurrency: 1,
    keepCompleted: { ageSeconds: hour, count: 20 },
    keepFailed: { ageSeconds: 24 * hour, count: 100 },
  },
} as const satisfies Record<string, JobDefinition>;

/** Name of a queue, of its jobs and of their worker. */
export type QueueName = keyof typeof jobCatalog;
/** All queues, in the order of the catalogue. */
export const queueNames = Object.keys(jobCatalog) as QueueName[];
export type JobDataOf<Name extends QueueName> = z.infer<(typeof jobCatalog)[Name]['data']>;
export type JobResultOf<Name extends QueueName> = z.infer<(typeof jobCatalog)[Name]['result']>;

/** BullMQ priorities: 0 goes first, larger later. Batch work that waited long enough is moved up by maintenance. */
export const jobPriority = { interactive: 0, batch: 10 } as const;
