import { RetryableError } from '../errors/app-error.js';

const LONGEST_MS = 60_000;

/**
 * Wait before the next attempt, in ms: what the other side asked for, else exponential from `baseMs` with jitter
 * ("full jitter" between half and the whole), at most a minute.
 */
export function backoffMs(
  attemptsMade: number,
  baseMs: number,
  error: unknown,
  random: () => number = Math.random,
): number {
  const asked = error instanceof RetryableError ? error.retryAfterMs : null;
  if (asked !== null) return Math.max(0, asked);
  const ceiling = Math.min(LONGEST_MS, baseMs * 2 ** Math.max(0, attemptsMade - 1));
  return Math.round(ceiling / 2 + (ceiling / 2) * random());
}
