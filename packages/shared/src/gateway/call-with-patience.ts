import { setTimeout as sleep } from 'node:timers/promises';
import { RetryableError } from '../errors/app-error.js';
import { backoffMs } from '../jobs/backoff.js';

const BASE_MS = 500;
/** A server whose faults never end (client mistakes answered by 500) is asked this often at most. */
const MOST_ATTEMPTS = 6;
/** Times a server may refuse a feature and be asked again at once in a plainer form; no attempts of ours. */
const MOST_REFUSALS = 10;

/**
 * Calls until it succeeds, waiting as the other side asks (Retry-After) or with backoff, never past `until` (ms since
 * the epoch). Throws the last error when waiting is used up, and at once what is not retryable.
 */
export async function callWithPatience<T>(
  call: () => Promise<T>,
  options: { until: number; signal: AbortSignal; now: () => number },
): Promise<T> {
  let refusals = 0;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call();
    } catch (error) {
      if (
        error instanceof RetryableError &&
        error.code === 'llm_feature_refused' &&
        refusals < MOST_REFUSALS
      ) {
        refusals += 1;
        attempt -= 1;
        continue;
      }
      if (!(error instanceof RetryableError) || attempt >= MOST_ATTEMPTS) throw error;
      const wait = backoffMs(attempt, BASE_MS, error);
      if (options.now() + wait > options.until) throw error;
      await sleep(wait, undefined, { signal: options.signal });
    }
  }
}
