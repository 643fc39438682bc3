import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { guardRedis } from '../redis/guard-redis.js';

/** Reserves requests and tokens for a whole cluster; resolves when the call may go out. */
export interface Pacer {
  take(tokens: number, signal: AbortSignal): Promise<void>;
}

/**
 * One token bucket for requests and one for tokens (both refilled evenly over a minute, Redis's clock), taken from
 * together. KEYS: bucket. ARGV: requests a minute, tokens a minute ('0' = no limit), tokens wanted.
 * Gives 0 when taken, else the ms to wait.
 */
const takeScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local state = redis.call('HMGET', KEYS[1], 'at', 'r', 't')
local at = tonumber(state[1]) or now
local wait = 0
local left = {}
local limits = { tonumber(ARGV[1]), tonumber(ARGV[2]) }
local wanted = { 1, tonumber(ARGV[3]) }
for i = 1, 2 do
  local limit = limits[i]
  if limit > 0 then
    local had = tonumber(state[i + 1]) or limit
    local has = math.min(limit, had + (now - at) * limit / 60000)
    local need = math.min(wanted[i], limit)
    if has < need then wait = math.max(wait, math.ceil((need - has) * 60000 / limit)) end
    left[i] = has - need
  else
    left[i] = 0
  end
end
if wait > 0 then return wait end
redis.call('HSET', KEYS[1], 'at', now, 'r', left[1], 't', left[2])
redis.call('PEXPIRE', KEYS[1], 120000)
return 0
`;

/** A pacer in Redis, shared by every process that uses the same `name`; without limits it never waits. */
export function createPacer(
  redis: Redis,
  options: { prefix: string; name: string; requestsPerMinute: number | null; tokensPerMinute: number | null },
): Pacer {
  const { requestsPerMinute, tokensPerMinute } = options;
  if (requestsPerMinute === null && tokensPerMinute === null) return { take: async () => undefined };
  const key = `${options.prefix}:pace:${options.name}`;
  return {
    async take(tokens, signal) {
      for (;;) {
        const wait = await guardRedis(() =>
          redis.eval(
            takeScript,
            1,
            key,
            String(requestsPerMinute ?? 0),
            String(tokensPerMinute ?? 0),
            String(tokens),
          ),
        );
        if (Number(wait) === 0) return;
        await sleep(Number(wait), undefined, { signal });
      }
    },
  };
}
