import {
  type CrawlJobResult,
  crawlJobId,
  crawlJobResultSchema,
  type IndexJobResult,
  indexJobId,
  indexJobResultSchema,
  type JobQueues,
  jobPriority,
  type RecordReference,
  searchJobId,
} from '@agentic-search/shared/jobs';
import type { SearchRecord } from '@agentic-search/shared/records';

type CrawledFrom = Extract<CrawlJobResult, { outcome: 'page' }>['from'];

/** What became of one URL: its page with what was indexed of it, or why not. */
export type ChildOutcome =
  | {
      url: string;
      ok: true;
      crawl: Extract<CrawlJobResult, { outcome: 'page' }>;
      index: Extract<IndexJobResult, { outcome: 'indexed' }>;
    }
  | {
      url: string;
      ok: false;
      code: string;
      detail: string;
      /** Where the page came from, when only its indexing failed. */
      from: CrawledFrom | null;
    };

const reference = (record: SearchRecord): RecordReference => ({
  kind: 'search',
  id: record.id,
  run: record.run,
});

/** Adds one crawl child per URL; adding again changes nothing. */
export async function addChildren(
  queues: JobQueues,
  record: SearchRecord,
  options: {
    urls: readonly string[];
    maxAgeSeconds: number;
    deadlineAt: number;
    /** For each page; null: no limit. */
    maxEmbeddingTokens: number | null;
  },
): Promise<void> {
  const parent = { queue: 'search' as const, jobId: searchJobId(record.id, record.run) };
  for (const url of options.urls) {
    await queues.add(
      'crawl',
      {
        record: reference(record),
        url,
        namespace: record.namespace,
        iteration: record.iteration,
        max_age_seconds: options.maxAgeSeconds,
        deadline_at: options.deadlineAt,
        priority: record.request.priority,
        ...(options.maxEmbeddingTokens === null ? {} : { max_embedding_tokens: options.maxEmbeddingTokens }),
      },
      {
        jobId: crawlJobId(reference(record), record.iteration, url),
        parent,
        priority: jobPriority[record.request.priority],
      },
    );
  }
}

/** Reads what the children left; one that failed, was taken out or is still out is a typed failure. */
export async function collectChildren(
  queues: JobQueues,
  record: SearchRecord,
  urls: readonly string[],
): Promise<ChildOutcome[]> {
  return Promise.all(urls.map((url) => collectChild(queues, record, url)));
}

async function collectChild(queues: JobQueues, record: SearchRecord, url: string): Promise<ChildOutcome> {
  const failed = (code: string, detail: string, from: CrawledFrom | null = null): ChildOutcome => ({
    url,
    ok: false,
    code,
    detail,
    from,
  });
  const crawlId = crawlJobId(reference(record), record.iteration, url);
  const crawlJob = await queues.find('crawl', crawlId);
  if (crawlJob?.failedReason && crawlJob.returnvalue == null)
    return failed('child_failed', crawlJob.failedReason.slice(0, 300));
  const crawl = crawlJobResultSchema.safeParse(crawlJob?.returnvalue);
  if (!crawl.success) return failed('aborted', 'the crawl did not end in time');
  if (crawl.data.outcome === 'failure') return failed(crawl.data.code, crawl.data.detail);

  const indexJob = await queues.find('index', indexJobId(crawlId));
  if (indexJob?.failedReason && indexJob.returnvalue == null) {
    return failed('child_failed', indexJob.failedReason.slice(0, 300), crawl.data.from);
  }
  const index = indexJobResultSchema.safeParse(indexJob?.returnvalue);
  if (!index.success) return failed('aborted', 'the indexing did not end in time', crawl.data.from);
  if (index.data.outcome === 'failure') return failed(index.data.code, index.data.detail, crawl.data.from);
  return { url, ok: true, crawl: crawl.data, index: index.data };
}

/**
 * Takes the children that ended well out of Redis once the history says what they brought; failed ones stay for whoever
 * looks into them. Nothing depends on it: what is missed goes by its age.
 */
export async function dropChildren(
  queues: JobQueues,
  record: SearchRecord,
  urls: readonly string[],
): Promise<void> {
  const drop = async (queue: 'crawl' | 'index', jobId: string) => {
    if ((await queues.state(queue, jobId)) === 'completed') await queues.remove(queue, jobId);
  };
  await Promise.all(
    urls.flatMap((url) => {
      const crawlId = crawlJobId(reference(record), record.iteration, url);
      return [drop('crawl', crawlId), drop('index', indexJobId(crawlId))];
    }),
  ).catch(() => undefined);
}
