import { setTimeout as pause } from 'node:timers/promises';
import type { TestSystem } from '../test-system.js';

const signal = () => AbortSignal.timeout(20_000);

/** What a search leaves in Redis and the store: its record's version and state, its live jobs, all chunks. */
export async function traceOf(system: TestSystem, id: string): Promise<Record<string, unknown>> {
  const store = await system.store();
  const record = await system.records.load(id);
  return {
    version: record?.version,
    state: record?.record.state,
    history: record?.record.history.length,
    chunks: await store.sources.counts('default', { signal: signal() }),
  };
}

/** Looks a bounded number of times whether anything of a search still changes; gives what stands. */
export async function watchQuiet(
  system: TestSystem,
  id: string,
  looks = 6,
): Promise<{ before: Record<string, unknown>; after: Record<string, unknown> }> {
  const before = await traceOf(system, id);
  let after = before;
  for (let look = 0; look < looks; look += 1) {
    await pause(150);
    after = await traceOf(system, id);
    if (JSON.stringify(after) !== JSON.stringify(before)) break;
  }
  return { before, after };
}
