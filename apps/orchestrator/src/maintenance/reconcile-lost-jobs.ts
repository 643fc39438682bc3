import { toAppError } from '@agentic-search/shared/errors';
import { type JobQueues, jobPriority, searchJobId } from '@agentic-search/shared/jobs';
import type { Logger } from '@agentic-search/shared/logging';
import { isFinished, type SearchRecords } from '@agentic-search/shared/records';

const MAX_RECORDS = 1_000;
/** A record younger than this may be between its creation and its job's, in ms. */
const YOUNG_MS = 3_000;
/** A batch job that waited this long goes before interactive ones, in ms. */
const STARVING_MS = 60_000;
const MAX_PROMOTED = 20;

/** Ids of all jobs that will still run. */
async function liveJobIds(queues: JobQueues): Promise<Set<string>> {
  const queue = queues.raw('search');
  return new Set(
    await queue.getRanges(['wait', 'prioritized', 'active', 'delayed', 'waiting-children'], 0, -1),
  );
}

/**
 * Gives every unfinished search without a live job a new one; one whose record cannot be read is logged and keeps
 * nobody else waiting. Gives how many were missing.
 */
export async function reconcileLostJobs(
  parts: { records: SearchRecords; queues: JobQueues; logger: Logger },
  now: number,
): Promise<number> {
  const { records, queues, logger } = parts;
  // Records first, jobs after: a search that is enqueued in between is not taken for lost.
  const queued = await records.idsInState('queued', MAX_RECORDS);
  const running = await records.idsInState('running', MAX_RECORDS);
  const live = await liveJobIds(queues);
  const withJob = new Set([...live].map((jobId) => jobId.slice(0, jobId.lastIndexOf('.'))));
  let missing = 0;
  for (const id of [...queued, ...running]) {
    if (withJob.has(id)) continue;
    try {
      if (await giveJob(records, queues, id, now)) missing += 1;
    } catch (error) {
      if (toAppError(error).code === 'redis_unavailable') throw error;
      logger.warn({ err: error, search: id }, 'a search without a job cannot be given one');
    }
  }
  return missing;
}

async function giveJob(records: SearchRecords, queues: JobQueues, id: string, now: number): Promise<boolean> {
  const found = await records.load(id);
  if (!found || isFinished(found.record) || now - Date.parse(found.record.created_at) < YOUNG_MS)
    return false;
  const jobId = searchJobId(id, found.record.run);
  // A finished job of the same id would make the new one a duplicate; one that is alive by now stays.
  const state = await queues.state('search', jobId);
  if (state !== 'completed' && state !== 'failed' && state !== 'unknown') return false;
  await queues.remove('search', jobId);
  await queues.add('search', { id }, { jobId, priority: jobPriority[found.record.request.priority] });
  return true;
}

/** Moves batch jobs that waited long enough in front, so that interactive ones never starve them for ever. */
export async function promoteStarving(queues: JobQueues, now: number): Promise<number> {
  let promoted = 0;
  for (const name of ['search', 'crawl', 'index'] as const) {
    const waiting = await queues.raw(name).getJobs(['prioritized'], 0, MAX_PROMOTED - 1, true);
    for (const job of waiting) {
      if (now - job.timestamp < STARVING_MS) continue;
      await job.changePriority({ priority: 0 });
      promoted += 1;
    }
  }
  return promoted;
}
