/** One budget of time for a whole fetch, redirects included; it stands still while the caller decides on a hop. */
export interface TimeBudget {
  /** Fires when the caller aborts or the time is used up. */
  signal: AbortSignal;
  /** True when it was the time, not the caller. */
  timedOut(): boolean;
  /** Runs work that does not count. */
  pausedDuring<T>(work: () => Promise<T>): Promise<T>;
  stop(): void;
}

/** Takes the caller's signal and the milliseconds the network may take. */
export function startTimeBudget(outer: AbortSignal, timeoutMs: number): TimeBudget {
  const controller = new AbortController();
  let remaining = timeoutMs;
  let startedAt = performance.now();
  let expired = false;
  let timer: NodeJS.Timeout | undefined;
  const onAbort = () => controller.abort(outer.reason);
  const start = () => {
    startedAt = performance.now();
    timer = setTimeout(
      () => {
        expired = true;
        controller.abort(new Error('the time for this fetch is used up'));
      },
      Math.max(remaining, 0),
    );
  };
  const pause = () => {
    clearTimeout(timer);
    remaining -= performance.now() - startedAt;
  };

  if (outer.aborted) onAbort();
  else outer.addEventListener('abort', onAbort, { once: true });
  start();
  return {
    signal: controller.signal,
    timedOut: () => expired,
    async pausedDuring(work) {
      pause();
      try {
        return await work();
      } finally {
        start();
      }
    },
    stop() {
      clearTimeout(timer);
      outer.removeEventListener('abort', onAbort);
    },
  };
}
