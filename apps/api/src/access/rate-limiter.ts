import { guardRedis } from '@agentic-search/shared/redis';
import type { Redis } from 'ioredis';

/**
 * Counts one request in a window that slides: the list holds the times of those let through, newest first.
 * KEYS: the list. ARGV: limit, window in ms. Time is that of Redis, so all processes agree.
 * Gives {1, left, ms until the oldest has passed} or {0, 0, ms until one more is let through}.
 */
const takeScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local limit, window = tonumber(ARGV[1]), tonumber(ARGV[2])
local oldest = redis.call('LINDEX', KEYS[1], -1)
while oldest and tonumber(oldest) <= now - window do
  redis.call('RPOP', KEYS[1])
  oldest = redis.call('LINDEX', KEYS[1], -1)
end
local used = redis.call('LLEN', KEYS[1])
if used >= limit then
  return {0, 0, redis.call('LINDEX', KEYS[1], limit - 1) + window - now}
end
redis.call('LPUSH', KEYS[1], string.format('%.0f', now))
redis.call('PEXPIRE', KEYS[1], window)
return {1, limit - used - 1, (oldest or now) + window - now}
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

/** Requests a window (a minute when left out) by a name (a key, an address), counted in Redis for all processes together. */
export class RateLimiter {
  constructor(
    private readonly redis: Redis,
    private readonly prefix: string,
    private readonly windowMs = WINDOW_MS,
  ) {}

  /** Counts one request of `name`; throws DependencyUnavailableError when Redis is away. */
  async take(name: string, limit: number): Promise<Allowance> {
    const key = `${this.prefix}:rate:${name}`;
    const reply = await guardRedis(() =>
      this.redis.eval(takeScript, 1, key, String(limit), String(this.windowMs)),
    );
    const [allowed, remaining, resetMs] = (reply as unknown[]).map(Number);
    return { allowed: allowed === 1, limit, remaining: remaining ?? 0, resetMs: resetMs ?? this.windowMs };
  }
}
