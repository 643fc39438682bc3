import { Redis } from 'ioredis';

/**
 * A connection to Redis by its use:
 * - `producer`: fails within 2 s when Redis is away, never queues (requests, checks);
 * - `worker`: waits for ever (blocking reads, BullMQ workers);
 * - `subscriber`: waits for ever and subscribes again after a reconnect.
 * Who creates it closes it. Connects in the background; errors are for `onError`, never thrown from events, each once
 * until the connection stands again: an outage is one line of a log, not one for every attempt.
 */
export function createRedis(
  url: string,
  use: 'producer' | 'worker' | 'subscriber',
  onError: (error: Error) => void,
): Redis {
  const retryStrategy = (attempt: number) => Math.min(100 * attempt, 1_000);
  const redis =
    use === 'producer'
      ? new Redis(url, {
          enableOfflineQueue: false,
          maxRetriesPerRequest: 1,
          commandTimeout: 1_500,
          connectTimeout: 1_500,
          retryStrategy,
        })
      : new Redis(url, { maxRetriesPerRequest: null, enableReadyCheck: true, retryStrategy });
  const told = new Set<string>();
  redis.on('ready', () => told.clear());
  redis.on('error', (error: Error) => {
    if (told.has(error.message)) return;
    told.add(error.message);
    onError(error);
  });
  return redis;
}
