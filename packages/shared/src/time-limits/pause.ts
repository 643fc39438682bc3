import { setTimeout as sleep } from 'node:timers/promises';

/** Waits `ms`, or until the signal fires; never rejects: who waits looks at the signal afterwards. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}
