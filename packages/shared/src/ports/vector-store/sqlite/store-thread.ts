import { parentPort, workerData } from 'node:worker_threads';
import { PermanentError } from '../../../errors/app-error.js';
import { createOperations } from './create-operations.js';
import { type Database, openDatabase } from './database.js';
import { migrate } from './migrations.js';
import type { StoreOperations, StoreReply, StoreRequest, StoreThreadData } from './store-operations.js';

const { file, alias, busyTimeoutMs }: StoreThreadData = workerData;
let open: { database: Database; operations: StoreOperations } | null = null;

function operations(): StoreOperations {
  if (!open) {
    const database = openDatabase(file, busyTimeoutMs);
    try {
      migrate(database);
    } catch (thrown) {
      database.close();
      throw thrown;
    }
    open = { database, operations: createOperations(database, alias) };
  }
  return open.operations;
}

function closeDatabase(): void {
  try {
    open?.database.close();
  } finally {
    open = null;
  }
}

function failure(thrown: unknown): StoreReply {
  if (thrown instanceof PermanentError) {
    return { ok: false, reaction: 'permanent', code: thrown.code, detail: thrown.detail };
  }
  // After an unexpected fault the next call starts on a fresh connection.
  closeDatabase();
  const reason = thrown instanceof Error ? thrown.message : String(thrown);
  const detail = `the knowledge base file cannot be used: ${reason.replaceAll(file, 'the file')}`;
  return { ok: false, reaction: 'unavailable', code: 'vector_store_unavailable', detail };
}

function answer(request: Exclude<StoreRequest, { operation: 'shutdown' }>): StoreReply {
  try {
    const run = operations()[request.operation] as (...args: readonly unknown[]) => unknown;
    return { ok: true, value: run(...request.args) };
  } catch (thrown) {
    return failure(thrown);
  }
}

parentPort?.on('message', (request: StoreRequest) => {
  if (request.operation === 'shutdown') {
    closeDatabase();
    parentPort?.close();
    return;
  }
  parentPort?.postMessage(answer(request));
});
