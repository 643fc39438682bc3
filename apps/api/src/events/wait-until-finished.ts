import { searchEvents } from './search-events.js';

/**
 * Waits until a search has finished, for `ms` at most, or until the signal fires. Gives whether it has.
 */
export async function waitUntilFinished(
  id: string,
  parts: Parameters<typeof searchEvents>[1],
  options: { ms: number; pollMs: number; signal: AbortSignal },
): Promise<boolean> {
  const controller = new AbortController();
  const stop = () => controller.abort();
  const timer = setTimeout(stop, options.ms);
  options.signal.addEventListener('abort', stop, { once: true });
  if (options.signal.aborted) stop();
  try {
    const events = searchEvents(id, parts, {
      after: Number.MAX_SAFE_INTEGER,
      signal: controller.signal,
      pollMs: options.pollMs,
      heartbeatMs: options.ms + options.pollMs,
    });
    for await (const message of events) {
      if ('event' in message && message.event === 'done') return true;
    }
    return false;
  } finally {
    clearTimeout(timer);
    options.signal.removeEventListener('abort', stop);
  }
}
