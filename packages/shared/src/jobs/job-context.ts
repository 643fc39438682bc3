import type { Logger } from 'pino';
import type { JobDataOf, JobResultOf, QueueName } from './catalog.js';

/** What a processor is given beside its data. */
export interface JobContext {
  jobId: string;
  /** 1 for the first activation. */
  attempt: number;
  /** True when no further attempt follows: give a typed failure instead of throwing. */
  lastAttempt: boolean;
  /** Fires on cancel of the record, on the job's deadline or time-out, and on shutdown. */
  signal: AbortSignal;
  /**
   * Call before every write to the outside (page store, vector store): throws StaleWorkerError when this worker
   * lost its lock, AbortedError when the record was cancelled or finished.
   */
  assertCurrent(): Promise<void>;
  /** Puts the job back until `at` (ms since the epoch) without holding a worker; never returns. */
  postponeUntil(at: number): Promise<never>;
  logger: Logger;
}

/**
 * The work of one queue. Data is validated before it is called, its result after. A typed failure of the outside
 * world is a result; a throw means "again" (RetryableError, or anything unexpected) or "never" (PermanentError).
 */
export type JobProcessor<Name extends QueueName> = (
  data: JobDataOf<Name>,
  context: JobContext,
) => Promise<JobResultOf<Name>>;
