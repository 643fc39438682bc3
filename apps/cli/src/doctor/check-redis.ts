import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Config } from '@agentic-search/shared/config';
import { findRedisServer } from '@agentic-search/shared/private-redis';
import { createRedis, waitUntilReady } from '@agentic-search/shared/redis';
import { type Finding, reasonOf } from './finding.js';

const name = 'redis';
const oldestMajor = 6;

/** Checks the Redis of REDIS_URL (version, eviction, persistence), or that a private one can be started. */
export async function checkRedis(config: Config, searchPath: string): Promise<Finding> {
  const url = config.services.redisUrl;
  try {
    return url === null ? await checkPrivate(config.services.dataDir, searchPath) : await checkServer(url);
  } catch (error) {
    const advice = url === null ? null : 'start it, or unset REDIS_URL to get a private one';
    return { name, state: 'failed', seen: reasonOf(error), advice };
  }
}

async function checkPrivate(dataDir: string, searchPath: string): Promise<Finding> {
  const said: string[] = [];
  const server = await findRedisServer({ dataDir, log: (line) => said.push(line), searchPath });
  const { stdout } = await promisify(execFile)(server.command, ['--version'], {
    env: { ...process.env, ...server.env },
  });
  const version = /v=([\d.]+)/.exec(stdout)?.[1] ?? stdout.trim();
  return {
    name,
    state: 'ok',
    seen: `private, ${version} (${server.origin}) at ${server.command}`,
    advice: null,
  };
}

async function checkServer(url: string): Promise<Finding> {
  const redis = createRedis(url, 'producer', () => undefined);
  try {
    await waitUntilReady(redis, 3_000);
    const info = await redis.info();
    const value = (key: string): string => new RegExp(`^${key}:(.*?)\\r?$`, 'm').exec(info)?.[1] ?? '';
    const version = value('redis_version');
    const policy = value('maxmemory_policy');
    const durable = value('aof_enabled') === '1';
    const seen = `${version}, ${policy || 'eviction unknown'}, append-only file ${durable ? 'on' : 'off'}`;
    if (Number(version.split('.')[0]) < oldestMajor) {
      return { name, state: 'failed', seen, advice: `use Redis ${oldestMajor}.2 or newer` };
    }
    if (policy !== '' && policy !== 'noeviction') {
      return {
        name,
        state: 'failed',
        seen,
        advice: 'CONFIG SET maxmemory-policy noeviction: it may drop jobs',
      };
    }
    if (!durable) {
      return { name, state: 'degraded', seen, advice: 'CONFIG SET appendonly yes: a restart loses searches' };
    }
    return { name, state: 'ok', seen, advice: null };
  } finally {
    redis.disconnect();
  }
}
