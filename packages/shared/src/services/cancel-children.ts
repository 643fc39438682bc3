import type { RecordReference } from '../jobs/job-data.js';
import { searchJobId } from '../jobs/job-ids.js';
import type { JobQueues } from '../jobs/job-queues.js';

/**
 * Takes the children of a search's job that have not started out of their queues; running ones are told by the
 * record's change, or end by their own deadline. The last child that goes releases the parent. Gives how many went.
 */
export async function cancelChildren(queues: JobQueues, record: RecordReference): Promise<number> {
  const job = await queues.find('search', searchJobId(record.id, record.run));
  if (!job) return 0;
  const { unprocessed } = await job.getDependencies({ unprocessed: { count: 1_000 } });
  let removed = 0;
  for (const key of unprocessed ?? []) {
    const [queue, id] = key.split(':').slice(-2);
    if ((queue === 'crawl' || queue === 'index') && id && (await queues.remove(queue, id))) removed += 1;
  }
  return removed;
}

/** Takes all that a cancelled search has in queues out of them: its children, and its own job when that only waits. */
export async function cancelJobs(queues: JobQueues, record: RecordReference): Promise<void> {
  await cancelChildren(queues, record);
  const job = await queues.find('search', searchJobId(record.id, record.run));
  if (job && !(await job.isActive())) await job.remove({ removeChildren: false }).catch(() => undefined);
}
