// Health check of a worker's container: its process is the container's own, so what can fail is the way to Redis.
import { Redis } from 'ioredis';

const redis = new Redis(process.env.REDIS_URL ?? '', {
  lazyConnect: true,
  retryStrategy: () => null,
  maxRetriesPerRequest: 0,
  connectTimeout: 3_000,
});
redis.on('error', () => undefined);
try {
  await redis.connect();
  await redis.ping();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
redis.disconnect();
