import { Endings } from '@agentic-search/shared/events';
import { createSearchRecords, endSearch, newSearchRecord } from '@agentic-search/shared/records';
import { createRedis, waitUntilReady } from '@agentic-search/shared/redis';
import type { Redis } from 'ioredis';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { freshPrefix } from '../../support/fresh-prefix.js';
import { searchRequest } from '../../support/search-request.js';
import { until } from '../../support/until.js';

let redis: Redis;
let subscriber: Redis;
let prefix: string;

beforeEach(async () => {
  redis = createRedis(inject('redisUrl'), 'producer', () => undefined);
  subscriber = createRedis(inject('redisUrl'), 'subscriber', () => undefined);
  prefix = freshPrefix();
  await waitUntilReady(redis, 5_000);
});
afterEach(() => {
  redis.disconnect();
  subscriber.disconnect();
});

/** A search that is made and ended through its record, as the system does it. */
function searches() {
  const records = createSearchRecords(redis, { prefix, resultTtlSeconds: 100 });
  return {
    begin: (id: string) =>
      records.create(newSearchRecord({ id, owner: 'local', request: searchRequest({}, 'default'), now: 1 })),
    goOn: (id: string) => records.update(id, (record) => ({ ...record, state: 'running' })),
    end: (id: string, status: 'complete' | 'cancelled' | 'failed') =>
      records.update(id, (record) => endSearch(record, { status, now: 2 })),
  };
}

describe('Endings', () => {
  it('tells who waits for a record that it has ended, however, and nobody else', async () => {
    const endings = new Endings(subscriber, prefix);
    const { begin, goOn, end } = searches();
    const heard: string[] = [];
    for (const id of ['a', 'b', 'c']) {
      await endings.listen(id, () => heard.push(id));
      await begin(id);
      await goOn(id);
    }
    await end('b', 'cancelled');
    await end('c', 'failed');
    await end('a', 'complete');
    await until('three endings', () => heard.length === 3);
    expect(heard).toEqual(['b', 'c', 'a']);
  });

  it('tells every listener of one record, and none that has stopped', async () => {
    const endings = new Endings(subscriber, prefix);
    const { begin, end } = searches();
    const heard: string[] = [];
    const stop = await endings.listen('a', () => heard.push('first'));
    await endings.listen('a', () => heard.push('second'));
    await endings.listen('a', () => heard.push('third'));
    stop();
    await begin('a');
    await end('a', 'complete');
    await until('the ending', () => heard.length === 2);
    expect(heard).toEqual(['second', 'third']);
  });

  it('hears again after its connection was lost', async () => {
    const endings = new Endings(subscriber, prefix);
    const { begin, end } = searches();
    const heard: string[] = [];
    const connection = await subscriber.client('ID');
    await endings.listen('a', () => heard.push('a'));
    const ready = new Promise((resolve) => subscriber.once('ready', resolve));
    await redis.client('KILL', 'ID', connection);
    await ready;
    await until('the subscription', async () => {
      const listeners = (await redis.pubsub('NUMSUB', `${prefix}:endings`)) as unknown[];
      return Number(listeners[1]) === 1;
    });
    await begin('a');
    await end('a', 'complete');
    await until('the ending', () => heard.length > 0);
    expect(heard).toEqual(['a']);
  });

  it('lets who listens after its connection was lost wait for the next one', async () => {
    const endings = new Endings(subscriber, prefix);
    const { begin, end } = searches();
    const heard: string[] = [];
    const connection = await subscriber.client('ID');
    await endings.listen('a', () => heard.push('a'));
    const closed = new Promise((resolve) => subscriber.once('close', resolve));
    await redis.client('KILL', 'ID', connection);
    await closed;
    await endings.listen('b', () => heard.push('b'));
    await begin('a');
    await begin('b');
    await end('b', 'cancelled');
    await end('a', 'complete');
    await until('both endings', () => heard.length === 2);
    expect(heard).toEqual(['b', 'a']);
  });

  it('subscribes anew for the next listener when a subscription failed', async () => {
    const endings = new Endings(subscriber, prefix);
    await until('a connection', () => subscriber.status === 'ready');
    subscriber.disconnect();
    await expect(endings.listen('a', () => undefined)).rejects.toThrow();
    await subscriber.connect();
    const heard: string[] = [];
    await endings.listen('a', () => heard.push('a'));
    await redis.publish(`${prefix}:endings`, 'a');
    await until('the ending', () => heard.length > 0);
    expect(heard).toEqual(['a']);
  });
});
