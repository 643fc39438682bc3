export { backoffMs } from './backoff.js';
export {
  type JobDataOf,
  type JobDefinition,
  type JobResultOf,
  jobCatalog,
  jobPriority,
  type QueueName,
  queueNames,
} from './catalog.js';
export type { JobContext, JobProcessor } from './job-context.js';
export {
  type CrawlJob,
  type CrawlJobResult,
  crawlJobResultSchema,
  crawlJobSchema,
  type IndexJob,
  type IndexJobResult,
  indexJobResultSchema,
  indexJobSchema,
  type MaintenanceJob,
  type RecordReference,
  recordReferenceSchema,
} from './job-data.js';
export { crawlJobId, indexJobId, searchJobId } from './job-ids.js';
export { type AddOptions, JobQueues } from './job-queues.js';
export { LeafRuns, type LeafSettings, leafRun } from './leaf-worker.js';
export { parseJobData } from './parse-job-data.js';
export { startWorker, type WorkerSettings } from './start-worker.js';
