import { PermanentError } from '@agentic-search/shared/errors';
import { resolveWorkerEntry, type WorkerEntry } from '@agentic-search/shared/threads';
import { limitSignal } from '@agentic-search/shared/time-limits';
import PQueue from 'p-queue';
import { Piscina } from 'piscina';
import type { PageToPrepare, PreparedPage } from './prepare-page.js';

export interface PagePreparer {
  /**
   * Cuts a page into passages. Throws PermanentError `page_too_complex` for one that takes too long or too much
   * memory, the signal's reason on abort.
   */
  prepare(page: PageToPrepare, signal: AbortSignal): Promise<PreparedPage>;
  /** Ends the threads; what runs is given up. */
  close(): Promise<void>;
}

export interface PagePreparerOptions {
  /** 2 when left out. */
  threads?: number;
  /** A thread without work ends after this, in ms; 10,000 when left out. */
  idleMs?: number;
  /** Longest time for one page, waiting for a thread not included, in ms; 60,000 when left out. */
  timeLimitMs?: number;
  /** Most memory of one thread, in MiB; 1,024 when left out. */
  maxMemoryMb?: number;
  /** Entry of the threads; tests put a hostile one here. */
  entry?: WorkerEntry;
}

/** Prepares pages in worker threads that start with the first page and end when idle. Who creates it closes it. */
export function createPagePreparer(options: PagePreparerOptions = {}): PagePreparer {
  const { threads = 2, idleMs = 10_000, timeLimitMs = 60_000, maxMemoryMb = 1_024 } = options;
  const pool = new Piscina<PageToPrepare, PreparedPage>({
    ...(options.entry ?? resolveWorkerEntry(import.meta.url, './prepare-thread.js')),
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: idleMs,
    resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb, stackSizeMb: 4 },
    env: {},
  });
  // A dying thread is reported here as well as to its caller.
  pool.on('error', () => undefined);
  // Pages wait here, not in the pool, so that waiting does not count against a page's time.
  const queue = new PQueue({ concurrency: threads });

  async function run(page: PageToPrepare, signal: AbortSignal): Promise<PreparedPage> {
    signal.throwIfAborted();
    const limit = limitSignal(signal, timeLimitMs);
    try {
      return await pool.run(page, { signal: limit.signal });
    } catch (error) {
      signal.throwIfAborted();
      if (limit.timedOut()) throw tooComplex(`it takes more than ${timeLimitMs} ms to cut`, error);
      if (isOutOfMemory(error)) throw tooComplex('it takes too much memory to cut', error);
      throw error;
    } finally {
      limit.release();
    }
  }

  return {
    prepare: (page, signal) => queue.add(() => run(page, signal)),
    async close() {
      queue.clear();
      await pool.destroy();
    },
  };
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

function tooComplex(detail: string, cause: unknown): PermanentError {
  return new PermanentError('page_too_complex', detail, { cause });
}
