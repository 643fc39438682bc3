import type { RecordReference } from '../jobs/job-data.js';
import { searchJobId } from '../jobs/job-ids.js';
import type { JobQueues } from '../jobs/job-queues.js';

/**
 * Takes the children of a search's job that have not started out of their queues; running ones are told by the
 * record's change. The last child that goes releases the parent. Gives how many were taken out.
 */
export async function cancelChildren(queues: JobQueues, record: RecordReference): Promise<number> {
  const jobId = searchJobId(record.id, record.run);
  const job = await queues.find('search', jobId);
  if (!job) return 0;
  const { unprocessed } = await job.getDependencies({ unprocessed: { count: 1_000 } });
  let removed = 0;
  for (const key of unprocessed ?? []) {
    const [queue, id] = key.split(':').slice(-2);
    if ((queue === 'crawl' || queue === 'index') && id && (await queues.remove(queue, id))) removed += 1;
  }
  // A job that waits in the queue has nothing left to do either.
  if (!(await job.isActive())) await job.remove({ removeChildren: false }).catch(() => undefined);
  return removed;
}
