import type { TestProject } from 'vitest/node';
import { startTestRedis } from './redis.js';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A real Redis for the whole run; give every test a key prefix of its own. */
    redisUrl: string;
  }
}

/** Starts the run's Redis and ends it afterwards. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const redis = await startTestRedis({ appendfsync: 'everysec' });
  project.provide('redisUrl', redis.url);
  return () => redis.stop();
}
