import { guardRedis } from '@agentic-search/shared/redis';
import type { Redis } from 'ioredis';

/**
 * Counts one request in a window that slides: the last full window counts by the part of it that is still inside.
 * KEYS: the counter. ARGV: limit, window in ms. Time is that of Redis, so all processes agree.
 * Gives {1, left, ms until the window ends} or {0, 0, ms until one more would pass}.
 */
const takeScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local limit, window = tonumber(ARGV[1]), tonumber(ARGV[2])
local slot, passed = math.floor(now / window), (now % window) / window
local kept = redis.call('HMGET', KEYS[1], 'slot', 'count', 'before')
local count, before = 0, 0
if tonumber(kept[1]) == slot then
  count, before = tonumber(kept[2]), tonumber(kept[3])
elseif tonumber(kept[1]) == slot - 1 then
  before = tonumber(kept[2])
end
local used = before * (1 - passed) + count
if used + 1 > limit then
  local free
  if count + 1 <= limit then
    free = (1 - (limit - 1 - count) / before - passed) * window
  else
    free = (2 - (limit - 1) / count - passed) * window
  end
  return {0, 0, math.ceil(free) + 1}
end
redis.call('HSET', KEYS[1], 'slot', slot, 'count', count + 1, 'before', before)
redis.call('PEXPIRE', KEYS[1], window * 2)
return {1, math.floor(limit - used - 1), math.ceil((1 - passed) * window)}
`;

/** What came of one request. Times in ms. */
export interface Allowance {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** Until the window has passed, or until one more request would be let through. */
  resetMs: number;
}

const WINDOW_MS = 60_000;

/** Requests a minute by a name (a key, an address), counted in Redis for all processes together. */
export class RateLimiter {
  constructor(
    private readonly redis: Redis,
    private readonly prefix: string,
  ) {}

  /** Counts one request of `name`; throws DependencyUnavailableError when Redis is away. */
  async take(name: string, limit: number): Promise<Allowance> {
    const key = `${this.prefix}:rate:${name}`;
    const reply = await guardRedis(() =>
      this.redis.eval(takeScript, 1, key, String(limit), String(WINDOW_MS)),
    );
    const [allowed, remaining, resetMs] = (reply as unknown[]).map(Number);
    return { allowed: allowed === 1, limit, remaining: remaining ?? 0, resetMs: resetMs ?? WINDOW_MS };
  }
}
