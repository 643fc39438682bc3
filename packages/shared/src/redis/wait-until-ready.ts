import type { Redis } from 'ioredis';
import { DependencyUnavailableError } from '../errors/app-error.js';

/** Waits until the connection can be used; throws DependencyUnavailableError after `timeoutMs`. */
export async function waitUntilReady(redis: Redis, timeoutMs: number): Promise<void> {
  if (redis.status === 'ready') return;
  await new Promise<void>((resolve, reject) => {
    const ready = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(() => {
      redis.off('ready', ready);
      reject(
        new DependencyUnavailableError('redis_unavailable', `Redis did not answer within ${timeoutMs} ms`),
      );
    }, timeoutMs);
    redis.once('ready', ready);
  });
}
