import { shortenHistory } from '@agentic-search/shared/history';
import type { SearchRecord, SearchRecords, Versioned } from '@agentic-search/shared/records';
import type { Job } from 'bullmq';

/** Steps that follow each other within this time are shown together, in ms. */
const SHOW_WITHIN_MS = 100;

/**
 * The record of a running search as this worker holds it. Every change goes through compare-and-set on the version
 * it was read at: once another worker (or a cancel) wrote, every further change throws StaleWorkerError.
 */
export class SearchSession {
  private writing: Promise<unknown> = Promise.resolve();
  private showing: NodeJS.Timeout | null = null;

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

  /** Shows the history as the job's progress, a moment later. */
  showSoon(): void {
    this.showing ??= setTimeout(() => this.showNow(), SHOW_WITHIN_MS);
  }

  /**
   * Shows the history as the job's progress before the job leaves this worker. Only for eyes, so nobody waits for it and a
   * failure is nothing.
   */
  showNow(): void {
    this.dropShowing();
    this.job.updateProgress(shortenHistory(this.record.history)).catch(() => undefined);
  }

  /** Drops what was to be shown soon: another worker may hold the job. */
  dropShowing(): void {
    if (this.showing !== null) clearTimeout(this.showing);
    this.showing = null;
  }
}
