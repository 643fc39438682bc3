import { DependencyUnavailableError } from '../errors/app-error.js';

/** Error replies of the server (a fault of ours or of its state) are not "away"; a full memory is. */
function isAway(error: Error): boolean {
  if (error.name !== 'ReplyError') return true;
  return /^(OOM|LOADING|MISCONF|READONLY|CLUSTERDOWN|MASTERDOWN|NOREPLICAS|TRYAGAIN)/.test(error.message);
}

/** Runs a Redis operation; what shows that Redis is away is thrown as DependencyUnavailableError (`redis_unavailable`). */
export async function guardRedis<T>(operation: () => Promise<T>): Promise<T> {
  try {
    return await operation();
  } catch (error) {
    if (error instanceof Error && isAway(error)) {
      throw new DependencyUnavailableError('redis_unavailable', 'Redis is away', { cause: error });
    }
    throw error;
  }
}
