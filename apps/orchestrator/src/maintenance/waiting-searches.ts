import { guardRedis } from '@agentic-search/shared/redis';
import type { Redis } from 'ioredis';

/** Searches that wait for children, by when they must stop waiting; a parent in waiting-children has no timer of its own. */
export class WaitingSearches {
  private readonly key: string;

  constructor(
    private readonly redis: Redis,
    prefix: string,
  ) {
    this.key = `${prefix}:waiting-searches`;
  }

  /** Notes that the search waits until `deadline` (ms since the epoch) at most. */
  async add(id: string, deadline: number): Promise<void> {
    await guardRedis(() => this.redis.zadd(this.key, String(deadline), id));
  }

  async remove(id: string): Promise<void> {
    await guardRedis(() => this.redis.zrem(this.key, id));
  }

  /** Searches whose deadline has passed, longest overdue first. */
  async due(now: number, limit: number): Promise<string[]> {
    return guardRedis(() => this.redis.zrangebyscore(this.key, '-inf', String(now), 'LIMIT', 0, limit));
  }
}
