import { DelayedError, type Job } from 'bullmq';
import { AbortedError, AppError, PermanentError, StaleWorkerError } from '../errors/app-error.js';
import type { Endings } from '../events/endings.js';
import { isFinished } from '../records/search-record.js';
import type { JobResultOf } from './catalog.js';
import { type JobDefinition, jobCatalog } from './catalog.js';
import type { JobContext, JobProcessor } from './job-context.js';
import { parseJobData } from './parse-job-data.js';
import type { WorkerSettings } from './start-worker.js';

/** What a worker of single pages needs beside: whether the work its jobs belong to still goes on. */
export interface LeafSettings extends WorkerSettings {
  endings: Endings;
  /** State of the record a job belongs to, or null when there is none. */
  recordState: (id: string) => Promise<string | null>;
}

type LeafName = 'crawl' | 'index';
const HAS_ENDED = 'the work this belongs to has ended';

/** Running leaf jobs of this process, so that a shutdown can hand them back. */
export class LeafRuns {
  private readonly controllers = new Set<AbortController>();
  private handingBack = false;

  /** Aborts what runs; each job goes back to the queue for another worker. */
  handBack(): void {
    this.handingBack = true;
    for (const controller of this.controllers)
      controller.abort(new AbortedError('shutdown', 'the worker is ending'));
  }

  get ending(): boolean {
    return this.handingBack;
  }

  track(controller: AbortController): () => void {
    this.controllers.add(controller);
    return () => this.controllers.delete(controller);
  }
}

/**
 * Makes a queue's `run` out of a processor of single pages: data validated, a signal that fires on cancel,
 * deadline, time-out and shutdown, a fence before writes, errors mapped to BullMQ's reactions.
 */
export function leafRun<Name extends LeafName>(
  name: Name,
  processor: JobProcessor<Name>,
  settings: LeafSettings,
  runs: LeafRuns,
) {
  const definition: JobDefinition = jobCatalog[name];
  return async (job: Job, token: string): Promise<JobResultOf<Name>> => {
    const data = parseJobData(name, job.data);
    const controller = new AbortController();
    const abort = (code: string, detail: string) => controller.abort(new AbortedError(code, detail));
    const untrack = runs.track(controller);
    const untilDeadline = Math.min(definition.timeoutMs, Math.max(0, data.deadline_at - Date.now()));
    const timer = setTimeout(() => abort('deadline', 'out of time'), untilDeadline);
    const hasEnded = async () => {
      const state = await settings.recordState(data.record.id);
      return state === null || isFinished({ state });
    };
    let stopListening = () => {};
    const context: JobContext = {
      jobId: job.id ?? '',
      attempt: job.attemptsMade + 1,
      lastAttempt: job.attemptsMade + 1 >= definition.attempts,
      signal: controller.signal,
      logger: settings.logger.child({ queue: name, job: job.id }),
      postponeUntil: async (at) => {
        await job.moveToDelayed(at, token);
        throw new DelayedError();
      },
      assertCurrent: async () => {
        controller.signal.throwIfAborted();
        if (await hasEnded()) throw new AbortedError('cancelled', HAS_ENDED);
        if ((await job.extendLock(token, settings.lockMs)) !== 1) {
          throw new StaleWorkerError('lost_lock', `another worker runs job ${job.id}`);
        }
      },
    };
    const failure = (code: string, detail: string) =>
      ({ outcome: 'failure', url: data.url, code, detail }) as JobResultOf<Name>;
    try {
      stopListening = await settings.endings.listen(data.record.id, async () => {
        // What was told may be the end of the run before; while Redis is away `assertCurrent` is what stops the work.
        if (await hasEnded().catch(() => false)) abort('cancelled', HAS_ENDED);
      });
      if (await hasEnded()) return failure('aborted', HAS_ENDED);
      const result = await processor(data, context);
      if (!runs.ending || result.outcome !== 'failure')
        return definition.result.parse(result) as JobResultOf<Name>;
      return await context.postponeUntil(Date.now());
    } catch (error) {
      if (error instanceof DelayedError) throw error;
      if (runs.ending) return await context.postponeUntil(Date.now());
      if (error instanceof AbortedError) return failure('aborted', error.detail);
      if (error instanceof StaleWorkerError) throw error;
      const code = error instanceof AppError ? error.code : 'internal_error';
      const detail = error instanceof AppError ? error.detail : 'an unexpected error occurred';
      // What is thrown on is logged where the worker hears of it.
      if (!(error instanceof PermanentError) && !context.lastAttempt) throw error;
      context.logger.warn({ err: error, attempt: context.attempt }, 'job ended with a failure');
      return failure(code, detail);
    } finally {
      clearTimeout(timer);
      untrack();
      stopListening();
    }
  };
}
