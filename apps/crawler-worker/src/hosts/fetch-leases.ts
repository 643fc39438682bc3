import { guardRedis } from '@agentic-search/shared/redis';
import type { Redis } from 'ioredis';
import { hostKeys } from './host-keys.js';

/** The right to fetch one URL, held by one worker of the cluster; renews itself until released. */
export interface FetchLease {
  /** False when the lease ran out and somebody else may be fetching: write nothing then. */
  isHeld(): Promise<boolean>;
  release(): Promise<void>;
}

export interface FetchLeases {
  /** Gives the lease, or null when another job is fetching the URL. A job that comes back takes its own lease over. */
  acquire(url: string, owner: string): Promise<FetchLease | null>;
  /** Whether a job other than `owner` is fetching the URL right now. */
  isTaken(url: string, owner: string): Promise<boolean>;
}

// A lease is "token owner"; the token only ever grows, so that a former holder is told apart.
const acquireScript = `
local held = redis.call('GET', KEYS[1])
if held and string.sub(held, string.find(held, ' ', 1, true) + 1) ~= ARGV[1] then return 0 end
local token = redis.call('INCR', KEYS[2])
redis.call('SET', KEYS[1], token .. ' ' .. ARGV[1], 'PX', ARGV[2])
return token
`;
const renewScript = `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('PEXPIRE', KEYS[1], ARGV[2])
`;
const releaseScript = `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('DEL', KEYS[1])
`;

/** Leases over Redis, each for `ttlMs` unless renewed; throws DependencyUnavailableError when Redis is away. */
export function createFetchLeases(options: { redis: Redis; prefix: string; ttlMs: number }): FetchLeases {
  const { redis, ttlMs } = options;
  const keys = hostKeys(options.prefix);
  return {
    async acquire(url, owner) {
      const key = keys.lease(url);
      const token = Number(
        await guardRedis(() => redis.eval(acquireScript, 2, key, keys.fence, owner, ttlMs)),
      );
      if (token === 0) return null;
      const value = `${token} ${owner}`;
      const renew = () => redis.eval(renewScript, 1, key, value, ttlMs);
      // A renewal that fails is noticed by isHeld.
      const timer = setInterval(() => void renew().catch(() => undefined), ttlMs / 3).unref();
      return {
        isHeld: async () => (await guardRedis(renew)) === 1,
        async release() {
          clearInterval(timer);
          // A lease that cannot be given back runs out by itself.
          await redis.eval(releaseScript, 1, key, value).catch(() => undefined);
        },
      };
    },
    async isTaken(url, owner) {
      const held = await guardRedis(() => redis.get(keys.lease(url)));
      return held !== null && held.slice(held.indexOf(' ') + 1) !== owner;
    },
  };
}
