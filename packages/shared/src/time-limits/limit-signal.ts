/** A signal that fires with another one, or when the time is up. */
export interface LimitedSignal {
  signal: AbortSignal;
  /** True when the time was up first. */
  timedOut(): boolean;
  /** Ends the timer and stops listening; call it when the work is done. */
  release(): void;
}

/**
 * Bounds work by time and by a signal. Not `AbortSignal.any([signal, AbortSignal.timeout(ms)])`: Node 20 may collect the
 * timeout before it fires. The reason is the outer signal's, or `late()` when the time is up.
 */
export function limitSignal(outer: AbortSignal, timeoutMs: number, late?: () => unknown): LimitedSignal {
  const controller = new AbortController();
  let timedOut = false;
  const abort = () => controller.abort(outer.reason);
  const timer = setTimeout(
    () => {
      timedOut = true;
      controller.abort(late?.() ?? new DOMException('the time is up', 'TimeoutError'));
    },
    // Node's timers end at 2^31 − 1 ms.
    Math.min(Math.max(0, timeoutMs), 2 ** 31 - 1),
  );
  if (outer.aborted) abort();
  else outer.addEventListener('abort', abort, { once: true });
  return {
    signal: controller.signal,
    timedOut: () => timedOut,
    release: () => {
      clearTimeout(timer);
      outer.removeEventListener('abort', abort);
    },
  };
}
