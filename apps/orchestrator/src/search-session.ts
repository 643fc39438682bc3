import { shortenHistory } from '@agentic-search/shared/history';
import type { SearchRecord, SearchRecords, Versioned } from '@agentic-search/shared/records';
import type { Job } from 'bullmq';

/**
 * The record of a running search as this worker holds it. Every change goes through compare-and-set on the version
 * it was read at: once another worker (or a cancel) wrote, every further change throws StaleWorkerError.
 */
export class SearchSession {
  private writing: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly records: SearchRecords,
    private readonly job: Pick<Job, 'updateProgress'>,
    private current: Versioned<SearchRecord>,
  ) {}

  get record(): SearchRecord {
    return this.current.record;
  }

  /** Writes the next state; changes of one session follow each other. */
  async update(change: (record: SearchRecord) => SearchRecord): Promise<void> {
    const write = this.writing.then(async () => {
      this.current = await this.records.save(this.current, change(this.current.record));
    });
    this.writing = write.catch(() => undefined);
    await write;
  }

  /**
   * Shows the history as the job's progress; only for eyes, so nobody waits for it and a failure is nothing. It goes
   * out before whatever is written to the queue next.
   */
  showProgress(): void {
    this.job.updateProgress(shortenHistory(this.record.history)).catch(() => undefined);
  }
}
