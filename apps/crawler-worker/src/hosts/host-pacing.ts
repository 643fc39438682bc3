import { guardRedis } from '@agentic-search/shared/redis';
import type { Redis } from 'ioredis';
import { hostKeys } from './host-keys.js';

/** Keeps one pace towards each host for the whole cluster. Times in ms. */
export interface HostPacing {
  /**
   * Asks for a turn. Gives 0 when the request may start now, else how long to wait before asking again with the same
   * ticket; null when no slot is free within `maxWaitMs` (nothing is reserved then).
   */
  takeTurn(host: string, turn: { ticket: string; gapMs: number; maxWaitMs: number }): Promise<number | null>;
  /** Keeps everybody away from a host for a while (Retry-After); never shortens an earlier wish. */
  leaveAlone(host: string, forMs: number): Promise<void>;
}

// One script decides for all workers, by the clock of Redis. A ticket that comes back late starts at once only if the
// gap since the last start has passed: late tickets must not bunch up.
const takeTurnScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local gap, latest = tonumber(ARGV[1]), now + tonumber(ARGV[2])
local blocked = tonumber(redis.call('GET', KEYS[3]) or '0')
local mine = tonumber(redis.call('GET', KEYS[4]) or '0')
local slot = mine
if mine == 0 or mine < blocked then
  slot = math.max(tonumber(redis.call('GET', KEYS[1]) or '0'), now, blocked)
  if slot > latest then return -1 end
  redis.call('SET', KEYS[1], slot + gap, 'PX', slot + gap - now + 1000)
end
if slot <= now then
  local free = tonumber(redis.call('GET', KEYS[2]) or '0') + gap
  if free <= now then
    redis.call('SET', KEYS[2], now, 'PX', gap + 1000)
    redis.call('DEL', KEYS[4])
    return 0
  end
  slot = free
end
redis.call('SET', KEYS[4], slot, 'PX', slot - now + 60000)
return slot - now
`;

const leaveAloneScript = `
local time = redis.call('TIME')
local till = time[1] * 1000 + math.floor(time[2] / 1000) + tonumber(ARGV[1])
if till > tonumber(redis.call('GET', KEYS[1]) or '0') then redis.call('SET', KEYS[1], till, 'PX', ARGV[1]) end
return 1
`;

/** Pacing over Redis; `prefix` carries a hash tag. Throws DependencyUnavailableError when Redis is away. */
export function createHostPacing({ redis, prefix }: { redis: Redis; prefix: string }): HostPacing {
  const keys = hostKeys(prefix);
  return {
    async takeTurn(host, { ticket, gapMs, maxWaitMs }) {
      const held = [keys.next(host), keys.last(host), keys.blocked(host), keys.ticket(host, ticket)];
      const wait = await guardRedis(() =>
        redis.eval(takeTurnScript, 4, ...held, Math.ceil(gapMs), Math.max(0, Math.floor(maxWaitMs))),
      );
      return Number(wait) < 0 ? null : Number(wait);
    },
    async leaveAlone(host, forMs) {
      if (forMs < 1) return;
      await guardRedis(() => redis.eval(leaveAloneScript, 1, keys.blocked(host), Math.ceil(forMs)));
    },
  };
}
