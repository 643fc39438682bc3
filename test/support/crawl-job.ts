import type { CrawlJob, IndexJob, JobContext, JobProcessor } from '@agentic-search/shared/jobs';
import pino from 'pino';

/** Thrown by a recording context when the job was put back; carries until when. */
export class Postponed extends Error {
  readonly at: number;
  constructor(at: number) {
    super(`postponed until ${at}`);
    this.at = at;
  }
}

export function crawlJob(url: string, change: Partial<CrawlJob> = {}): CrawlJob {
  return {
    record: { kind: 'search', id: 's1', run: 1 },
    url,
    namespace: 'default',
    iteration: 1,
    max_age_seconds: 3_600,
    deadline_at: Date.now() + 15_000,
    ...change,
  };
}

export function jobContext(change: Partial<JobContext> = {}): JobContext {
  return {
    jobId: 'job-1',
    attempt: 1,
    lastAttempt: true,
    signal: new AbortController().signal,
    assertCurrent: async () => undefined,
    postponeUntil: (at) => Promise.reject(new Postponed(at)),
    logger: pino({ level: 'silent' }),
    ...change,
  };
}

/** Runs a job as the queue would: again when it was put back, not before the time it named. */
export async function runToEnd(
  processor: JobProcessor<'crawl'>,
  job: CrawlJob,
  context: JobContext = jobContext(),
): ReturnType<JobProcessor<'crawl'>> {
  for (;;) {
    try {
      return await processor(job, context);
    } catch (error) {
      if (!(error instanceof Postponed)) throw error;
      await new Promise((resolve) => setTimeout(resolve, error.at - Date.now()));
    }
  }
}

/** Takes index jobs and remembers them. */
export function recordingIndexQueue() {
  const jobs: IndexJob[] = [];
  return {
    jobs,
    enqueueIndex: async (job: IndexJob) => {
      jobs.push(job);
      return `index-${jobs.length}`;
    },
  };
}
