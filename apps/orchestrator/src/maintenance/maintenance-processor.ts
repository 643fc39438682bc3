import { type JobQueues, jobCatalog, type MaintenanceJob, parseJobData } from '@agentic-search/shared/jobs';
import type { Logger } from '@agentic-search/shared/logging';
import type { SearchRecords } from '@agentic-search/shared/records';
import type { Job } from 'bullmq';
import { promoteStarving, reconcileLostJobs } from './reconcile-lost-jobs.js';
import type { WaitingSearches } from './waiting-searches.js';
import { watchDeadlines } from './watch-deadlines.js';

export interface MaintenanceParts {
  records: SearchRecords;
  queues: JobQueues;
  waiting: WaitingSearches;
  /** Index entries of records that finished longer ago than this are dropped. */
  resultTtlSeconds: number;
  logger: Logger;
  now: () => number;
}

type Task = MaintenanceJob['task'];

/** How often each chore runs, in ms. */
export const maintenanceSchedule: Record<Task, number> = {
  watch_deadlines: 1_000,
  reconcile_lost_jobs: 5_000,
  expire: 3_600_000,
};

const chores: Record<Task, (parts: MaintenanceParts) => Promise<number>> = {
  watch_deadlines: (parts) => watchDeadlines(parts, parts.now()),
  reconcile_lost_jobs: async (parts) =>
    (await reconcileLostJobs(parts, parts.now())) + (await promoteStarving(parts.queues, parts.now())),
  expire: ({ records, resultTtlSeconds, now }) => records.dropExpired(now() - resultTtlSeconds * 1_000),
};

/** Runs one chore; gives how many things it touched. */
export function createMaintenanceRun(parts: MaintenanceParts) {
  return async (job: Job): Promise<{ touched: number }> => {
    const { task } = parseJobData('maintenance', job.data);
    return { touched: await chores[task](parts) };
  };
}

/** Writes the schedule; every orchestrator may do so, there is one of each chore. */
export async function scheduleMaintenance(queues: JobQueues): Promise<void> {
  const queue = queues.raw('maintenance');
  const { keepCompleted, keepFailed } = jobCatalog.maintenance;
  for (const [task, every] of Object.entries(maintenanceSchedule)) {
    await queue.upsertJobScheduler(
      task,
      { every },
      {
        name: task,
        data: { task },
        opts: {
          removeOnComplete: { age: keepCompleted.ageSeconds, count: keepCompleted.count },
          removeOnFail: { age: keepFailed.ageSeconds, count: keepFailed.count },
        },
      },
    );
  }
}
