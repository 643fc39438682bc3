import { toAppError } from '@agentic-search/shared/errors';
import { crawlJobId, indexJobId, type JobQueues, searchJobId } from '@agentic-search/shared/jobs';
import type { Logger } from '@agentic-search/shared/logging';
import { isFinished, type SearchRecord, type SearchRecords } from '@agentic-search/shared/records';
import { cancelChildren } from '@agentic-search/shared/services';
import { loopDeadline } from '../budget.js';
import type { WaitingSearches } from './waiting-searches.js';

/** Running children get this long after the deadline to abort by themselves, in ms. */
const GRACE_MS = 2_000;
const MAX_RECORDS = 1_000;

/**
 * Wakes searches that wait for children although they are out of time: unstarted children are taken out of their
 * queues; running ones abort by their own deadline, and after a grace period the search no longer waits for them.
 * Gives how many searches were touched.
 */
export async function watchDeadlines(
  parts: { records: SearchRecords; queues: JobQueues; waiting: WaitingSearches; logger: Logger },
  now: number,
): Promise<number> {
  const due = await parts.waiting.due(now, MAX_RECORDS);
  for (const id of due) {
    try {
      await wake(parts, id, now);
    } catch (error) {
      // One search that cannot be woken must not keep the others asleep.
      const { code } = toAppError(error);
      if (code === 'redis_unavailable') throw error;
      if (code === 'record_corrupt') await parts.waiting.remove(id);
      parts.logger.warn({ err: error, search: id }, 'a waiting search cannot be woken');
    }
  }
  return due.length;
}

async function wake(
  { records, queues, waiting }: Parameters<typeof watchDeadlines>[0],
  id: string,
  now: number,
): Promise<void> {
  const found = await records.load(id);
  if (!found || found.record.fan_out === null || isFinished(found.record)) return waiting.remove(id);
  await cancelChildren(queues, { kind: 'search', id, run: found.record.run });
  if (now > loopDeadline(found.record) + GRACE_MS) await releaseParent(queues, found.record);
}

/** Takes what still runs off the list that the search waits for. */
async function releaseParent(queues: JobQueues, record: SearchRecord): Promise<void> {
  const parent = await queues.find('search', searchJobId(record.id, record.run));
  if (!parent || !(await parent.isWaitingChildren())) return;
  const reference = { kind: 'search' as const, id: record.id, run: record.run };
  for (const url of record.fan_out?.urls ?? []) {
    const crawlId = crawlJobId(reference, record.iteration, url);
    for (const [queue, jobId] of [
      ['crawl', crawlId],
      ['index', indexJobId(crawlId)],
    ] as const) {
      const child = await queues.find(queue, jobId);
      await child?.removeChildDependency().catch(() => false);
    }
  }
}
