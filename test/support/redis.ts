import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findRedisServer, type PrivateRedis, startPrivateRedis } from '@agentic-search/shared/private-redis';

/** A private Redis over a folder of its own, gone with `stop()`; `restart()` starts it over the same data and port. */
export interface TestRedis {
  readonly url: string;
  current(): PrivateRedis;
  restart(): Promise<PrivateRedis>;
  stop(): Promise<void>;
}

/** Starts one; the server binary is found (or unpacked once) as the product does it. */
export async function startTestRedis(
  options: { appendfsync?: 'always' | 'everysec' } = {},
): Promise<TestRedis> {
  const searchPath = process.env.PATH ?? '';
  const server = await findRedisServer({ dataDir: '.data', log: (line) => console.error(line), searchPath });
  const dataDir = await mkdtemp(join(tmpdir(), 'agentic-search-redis-'));
  const start = (): Promise<PrivateRedis> =>
    startPrivateRedis({ dataDir, server, searchPath, appendfsync: options.appendfsync ?? 'always' });
  let redis = await start();
  return {
    url: redis.url,
    current: () => redis,
    async restart() {
      redis = await start();
      return redis;
    },
    async stop() {
      await redis.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
