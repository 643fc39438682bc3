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
  type SearchJob,
} from './job-data.js';
