import {
  type CrawlJob,
  crawlJobId,
  type IndexJob,
  indexJobId,
  type JobQueues,
  jobPriority,
  searchJobId,
} from '@agentic-search/shared/jobs';

/** Adds the index job behind a crawl job, with its priority and its parent; gives its id. Adding it twice is harmless. */
export async function enqueueIndex(queues: JobQueues, job: IndexJob, behind: CrawlJob): Promise<string> {
  const { record, iteration, url } = behind;
  const jobId = indexJobId(crawlJobId(record, iteration, url));
  await queues.add('index', job, {
    jobId,
    parent: { queue: 'search', jobId: searchJobId(record.id, record.run) },
    priority: jobPriority[behind.priority ?? 'interactive'],
  });
  return jobId;
}
