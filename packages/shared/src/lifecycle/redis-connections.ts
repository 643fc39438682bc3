import type { Redis } from 'ioredis';
import { createRedis } from '../redis/create-redis.js';
import { waitUntilReady } from '../redis/wait-until-ready.js';
import { requireRedisUrl } from './require-redis-url.js';
import type { ProcessContext } from './run-process.js';

/** How long a process waits for Redis when it starts, in ms; then it ends, and whoever watches it starts it again. */
const START_WAIT_MS = 30_000;

/** A process's connections to Redis: one per use, closed with the process. */
export interface RedisConnections {
  /** For requests: fails fast when Redis is away. Ready when this is given. */
  producer: Redis;
  /** For BullMQ workers: waits for ever. */
  worker(): Redis;
  /** For subscriptions: waits for ever. */
  subscriber(): Redis;
}

/** Connects to the configured Redis; throws InvalidInputError without one, DependencyUnavailableError when it is away. */
export async function redisConnections({
  config,
  logger,
  shutdown,
}: ProcessContext): Promise<RedisConnections> {
  const url = requireRedisUrl(config);
  const connect = (use: 'producer' | 'worker' | 'subscriber') => {
    const redis = createRedis(url, use, (error) => logger.warn({ err: error, use }, 'redis connection'));
    shutdown.add(`redis ${use}`, () => redis.disconnect());
    return redis;
  };
  const producer = connect('producer');
  await waitUntilReady(producer, START_WAIT_MS);
  return { producer, worker: () => connect('worker'), subscriber: () => connect('subscriber') };
}
