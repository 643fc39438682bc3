import { Worker } from 'node:worker_threads';
import { AbortedError, DependencyUnavailableError, PermanentError } from '../../../errors/app-error.js';
import { resolveWorkerEntry } from '../../../threads/resolve-worker-entry.js';
import type {
  OperationName,
  StoreOperations,
  StoreReply,
  StoreRequest,
  StoreThreadData,
} from './store-operations.js';

/** The store's thread as the main thread sees it. */
export interface StoreThread {
  /** Runs one operation there; calls wait for their turn. Throws the port's errors. */
  run<Name extends OperationName>(
    operation: Name,
    args: Parameters<StoreOperations[Name]>,
    signal: AbortSignal,
  ): Promise<ReturnType<StoreOperations[Name]>>;
  close(): Promise<void>;
}

interface Task {
  request: StoreRequest;
  settle(outcome: StoreReply | Error): void;
  settled: boolean;
}

const aborted = () => new AbortedError('aborted', 'the call to the knowledge base was aborted');

const unavailable = (detail: string, cause?: unknown) =>
  new DependencyUnavailableError('vector_store_unavailable', detail, { cause });

function answerOf(reply: StoreReply): unknown {
  if (reply.ok) return reply.value;
  if (reply.reaction === 'permanent') throw new PermanentError(reply.code, reply.detail);
  throw unavailable(reply.detail);
}

/** A thread that starts with the first call and ends after `idleMs` without one. Holds no process open while idle. */
export function createStoreThread(data: StoreThreadData, idleMs: number): StoreThread {
  const waiting: Task[] = [];
  const closers: (() => void)[] = [];
  const ending = new Map<Worker, Promise<void>>();
  let worker: Worker | null = null;
  let running: Task | null = null;
  let idle: NodeJS.Timeout | null = null;
  let closed = false;

  const start = (): Worker => {
    const { filename, execArgv } = resolveWorkerEntry(import.meta.url, './store-thread.js');
    const started = new Worker(filename, { execArgv, workerData: data });
    const lost = (cause?: unknown) => {
      if (worker !== started) return;
      worker = null;
      running?.settle(unavailable('the store thread ended unexpectedly', cause));
      running = null;
      next();
    };
    started.on('message', (reply: StoreReply) => {
      const task = running;
      running = null;
      task?.settle(reply);
      next();
    });
    started.on('error', lost);
    started.on('exit', () => lost());
    return started;
  };

  // Taken out of service first: a call that comes now gets a thread of its own.
  const stop = () => {
    if (idle) clearTimeout(idle);
    const stopping = worker;
    worker = null;
    if (!stopping) return;
    const ended = new Promise<void>((resolve) => stopping.once('exit', () => resolve()));
    ending.set(stopping, ended);
    void ended.then(() => ending.delete(stopping));
    stopping.postMessage({ operation: 'shutdown' } satisfies StoreRequest);
  };

  const next = (): void => {
    if (running) return;
    let task = waiting.shift();
    while (task?.settled) task = waiting.shift();
    if (!task) {
      worker?.unref();
      for (const closer of closers.splice(0)) closer();
      if (worker) idle = setTimeout(stop, idleMs).unref();
      return;
    }
    if (idle) clearTimeout(idle);
    running = task;
    worker ??= start();
    worker.ref();
    try {
      worker.postMessage(task.request);
    } catch (thrown) {
      // What cannot be sent to a thread can never be stored either; the next call must not wait for it.
      running = null;
      const detail = thrown instanceof Error ? thrown.message : String(thrown);
      task.settle(new PermanentError('invalid_chunk', detail));
      next();
    }
  };

  return {
    async run<Name extends OperationName>(
      operation: Name,
      args: Parameters<StoreOperations[Name]>,
      signal: AbortSignal,
    ) {
      if (signal.aborted) throw aborted();
      if (closed) throw unavailable('the knowledge base is closed');
      const task: Task = { request: { operation, args }, settled: false, settle: () => {} };
      const done = new Promise<StoreReply>((resolve, reject) => {
        task.settle = (outcome) => (outcome instanceof Error ? reject(outcome) : resolve(outcome));
      });
      const abort = () => task.settle(aborted());
      signal.addEventListener('abort', abort, { once: true });
      waiting.push(task);
      next();
      try {
        return answerOf(await done) as ReturnType<StoreOperations[Name]>;
      } finally {
        task.settled = true;
        signal.removeEventListener('abort', abort);
      }
    },
    async close() {
      closed = true;
      for (const task of waiting.splice(0)) task.settle(unavailable('the knowledge base is closed'));
      if (running) await new Promise<void>((resolve) => closers.push(resolve));
      stop();
      // Whoever waits for the end may have nothing else left that keeps the process alive.
      for (const stopping of ending.keys()) stopping.ref();
      await Promise.all(ending.values());
    },
  };
}
