import { resolveWorkerEntry } from '@agentic-search/shared/threads';
import { limitSignal } from '@agentic-search/shared/time-limits';
import PQueue from 'p-queue';
import { Piscina } from 'piscina';
import type { ExtractInput, ExtractResult } from './extract-result.js';

/** The extractor of a process: a small pool of threads that is empty while there is nothing to do. */
export interface Extractor {
  /** Waits for a free thread; a page that takes too long or too much memory is `extraction_failed`. */
  extract(input: ExtractInput, signal?: AbortSignal): Promise<ExtractResult>;
  close(): Promise<void>;
}

export interface ExtractorOptions {
  /** Pages extracted at a time. */
  threads: number;
  /** Longest time for one page, in ms; its thread is killed then. */
  timeoutMs: number;
  /** Most memory of one thread, in MiB. */
  maxMemoryMb: number;
  /** A thread without work ends after this, in ms. */
  idleTimeoutMs: number;
  /** Entry of the threads; tests put a hostile one here. */
  entry?: { filename: string; execArgv: string[] };
}

/** Starts the pool; threads start with the first page. */
export function createExtractor(options: ExtractorOptions): Extractor {
  const entry = options.entry ?? resolveWorkerEntry(import.meta.url, './extract-thread.js');
  const pool = new Piscina<ExtractInput, ExtractResult>({
    filename: entry.filename,
    execArgv: entry.execArgv,
    minThreads: 0,
    maxThreads: options.threads,
    idleTimeout: options.idleTimeoutMs,
    resourceLimits: { maxOldGenerationSizeMb: options.maxMemoryMb, stackSizeMb: 4 },
    env: {},
  });
  // The pool reports a dying thread here as well as to its caller.
  pool.on('error', () => undefined);
  // Pages wait here, not in the pool, so that waiting does not count against a page's time.
  const queue = new PQueue({ concurrency: options.threads });

  return {
    async extract(input, signal = new AbortController().signal) {
      return queue.add(async () => {
        const limit = limitSignal(signal, options.timeoutMs);
        try {
          return await pool.run(input, { signal: limit.signal });
        } catch (error) {
          if (signal.aborted) throw error;
          return { ok: false, code: 'extraction_failed', detail: detailOf(error, limit.timedOut(), options) };
        } finally {
          limit.release();
        }
      });
    },
    async close() {
      queue.clear();
      await pool.destroy();
    },
  };
}

function detailOf(error: unknown, timedOut: boolean, options: ExtractorOptions): string {
  if (timedOut) return `the page took longer than ${options.timeoutMs} ms to read`;
  const code = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  if (code === 'ERR_WORKER_OUT_OF_MEMORY')
    return `the page took more than ${options.maxMemoryMb} MiB to read`;
  return 'the page could not be read';
}
