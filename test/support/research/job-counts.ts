import { JobQueues, type QueueName } from '@agentic-search/shared/jobs';
import type { TestSystem } from '../test-system.js';

/** Ids of the jobs of a search that wait, run or are put off, in the queues named. */
export async function liveJobs(
  system: TestSystem,
  id: string,
  names: QueueName[] = ['search', 'crawl', 'index'],
): Promise<string[]> {
  const queues = new JobQueues(system.client, system.prefix);
  try {
    const found = await Promise.all(
      names.map((name) =>
        queues.raw(name).getRanges(['wait', 'prioritized', 'active', 'delayed', 'waiting-children'], 0, -1),
      ),
    );
    return found.flat().filter((jobId) => jobId.startsWith(id));
  } finally {
    await queues.close();
  }
}
