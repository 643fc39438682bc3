import {
  type CrawlJob,
  crawlJobId,
  type IndexJob,
  indexJobId,
  type JobQueues,
  jobPriority,
  searchJobId,
} from '@agentic-search/shared/jobs';

/** Adds the index job behind a crawl job, with its priority, limit and parent; gives its id. Adding it twice is harmless. */
export async function enqueueIndex(queues: JobQueues, job: IndexJob, behind: CrawlJob): Promise<string> {
  const { record, iteration, url } = behind;
  const jobId = indexJobId(crawlJobId(record, iteration, url));
  const limit = behind.max_embedding_tokens;
  const data = limit === undefined ? job : { ...job, max_embedding_tokens: limit };
  await queues.add('index', data, {
    jobId,
    parent: { queue: 'search', jobId: searchJobId(record.id, record.run) },
    priority: jobPriority[behind.priority ?? 'interactive'],
  });
  return jobId;
}
