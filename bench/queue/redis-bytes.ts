import type { Redis } from 'ioredis';

/** Bytes of Redis by what they hold, of one search. */
export interface SearchBytes {
  /** The record. */
  record: number;
  /** Its jobs: its own, those of its crawls and indexings, and what hangs on them. */
  jobs: number;
  /** Its share of lists that all searches and jobs stand in. */
  lists: number;
}

export const totalBytes = ({ record, jobs, lists }: SearchBytes): number => record + jobs + lists;

/** Measures what finished searches hold in Redis, by `MEMORY USAGE` of every key; the page store is not theirs. */
export async function bytesOfSearches(
  redis: Redis,
  prefix: string,
  ids: readonly string[],
): Promise<SearchBytes[]> {
  const keys = await allKeys(redis);
  const shares = new Map<string, number>();
  for (const key of keys) {
    if (key.startsWith(`${prefix}:index:search:`) || /:(?:completed|failed)$/.test(key)) {
      const size = await redis.zcard(key);
      const bytes = Number(await redis.memory('USAGE', key, 'SAMPLES', 0));
      if (size > 0) shares.set(key, bytes / size);
    }
  }
  const byId = new Map<string, string[]>(ids.map((id) => [id, []]));
  for (const key of keys) {
    for (const [id] of key.matchAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g)) byId.get(id)?.push(key);
  }
  const all: SearchBytes[] = [];
  for (const [id, own] of byId) {
    const recordKey = `${prefix}:record:search:${id}`;
    const sizes = await Promise.all(own.map((key) => redis.memory('USAGE', key, 'SAMPLES', 0)));
    const bytes = { record: 0, jobs: 0, lists: 0 };
    own.forEach((key, at) => {
      bytes[key === recordKey ? 'record' : 'jobs'] += Number(sizes[at] ?? 0);
    });
    if (bytes.record === 0) throw new Error(`search ${id} has no record in Redis`);
    for (const [list, share] of shares) {
      bytes.lists +=
        share *
        (list.startsWith(`${prefix}:index:`) ? await contains(redis, list, id) : jobsIn(own, list, prefix));
    }
    all.push(bytes);
  }
  return all;
}

async function contains(redis: Redis, list: string, member: string): Promise<number> {
  return (await redis.zscore(list, member)) === null ? 0 : 1;
}

/** How many of a search's jobs stand in the list of finished jobs of a queue. */
function jobsIn(own: readonly string[], list: string, prefix: string): number {
  const queue = `${list.slice(0, list.lastIndexOf(':'))}:`;
  if (!queue.startsWith(`${prefix}:`)) return 0;
  return own.filter((key) => key.startsWith(queue) && !key.slice(queue.length).includes(':')).length;
}

async function allKeys(redis: Redis): Promise<string[]> {
  const keys = new Set<string>();
  let cursor = '0';
  do {
    const [next, found] = await redis.scan(cursor, 'COUNT', 1_000);
    for (const key of found) keys.add(key);
    cursor = next;
  } while (cursor !== '0');
  return [...keys];
}
