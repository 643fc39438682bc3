import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { resolveWorkerEntry } from './resolve-worker-entry.js';

describe('resolveWorkerEntry', () => {
  it('gives the built file to built code', () => {
    const entry = resolveWorkerEntry('file:///app/dist/store/create.js', './store-thread.js');
    expect(entry).toEqual({ filename: '/app/dist/store/store-thread.js', execArgv: [] });
  });

  it('gives TypeScript code a thread that runs the TypeScript source', async () => {
    const { filename, execArgv } = resolveWorkerEntry(
      import.meta.url,
      '../../../../test/fixtures/threads/echo-thread.js',
    );
    expect(filename).toMatch(/echo-thread\.ts$/);
    const worker = new Worker(filename, { execArgv });
    try {
      worker.postMessage('hello');
      const [answer] = await once(worker, 'message');
      expect(answer).toEqual({ message: 'hello', errorName: 'PermanentError' });
    } finally {
      await worker.terminate();
    }
  });
});
