import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** How often is looked whether the process is idle, in ms. */
const LOOK_EVERY_MS = 15_000;
/** Share of one core below which a process counts as idle; its own chores stay well under it. */
const IDLE_SHARE = 0.05;

export interface IdleMemoryParts {
  /** Collects garbage. */
  collect: () => void;
  /** CPU seconds used so far. */
  cpuSeconds: () => number;
}

function realParts(): IdleMemoryParts {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  return {
    collect,
    cpuSeconds: () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1_000_000;
    },
  };
}

/**
 * Gives memory back when the process has nothing to do: V8 keeps a heap at the size of its busiest hour until it collects,
 * and an idle process has no reason to. Collects once each time work is followed by rest. Call the result to stop.
 */
export function releaseIdleMemory(
  parts: IdleMemoryParts = realParts(),
  lookEveryMs = LOOK_EVERY_MS,
): () => void {
  let before = parts.cpuSeconds();
  let collected = false;
  const timer = setInterval(() => {
    const now = parts.cpuSeconds();
    const busy = (now - before) / (lookEveryMs / 1_000) > IDLE_SHARE;
    before = now;
    if (busy) collected = false;
    else if (!collected) {
      collected = true;
      parts.collect();
      before = parts.cpuSeconds();
    }
  }, lookEveryMs);
  timer.unref();
  return () => clearInterval(timer);
}
