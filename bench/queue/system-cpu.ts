import { setTimeout as sleep } from 'node:timers/promises';
import type { TestSystem } from '../../test/support/test-system.js';
import { cpuMs } from '../measure/process-usage.js';

/** CPU ms of the processes that a search asked over HTTP runs in, with all their threads. */
export interface SystemCpu {
  api: number;
  orchestrator: number;
}

/** Work that a process does after its answer is out must fall into its own turn. */
const SETTLE_MS = 30;

/** Pid of a process of the system by its name; throws when it does not run. */
export function pidOf(system: TestSystem, name: string): number {
  const pid = system.find(name).pid();
  if (pid === null) throw new Error(`${name} does not run`);
  return pid;
}

/** Does some work and adds to a sum what the system's processes used for it. */
export async function addCpuOf(system: TestSystem, sum: SystemCpu, work: () => Promise<void>): Promise<void> {
  const used = (): SystemCpu => ({
    api: cpuMs(pidOf(system, 'api')),
    orchestrator: cpuMs(pidOf(system, 'orchestrator-1')),
  });
  const before = used();
  await work();
  await sleep(SETTLE_MS);
  const after = used();
  sum.api += after.api - before.api;
  sum.orchestrator += after.orchestrator - before.orchestrator;
}
