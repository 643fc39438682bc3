import { EventHub } from '@agentic-search/shared/events';
import {
  createSearchRecords,
  endSearch,
  newSearchRecord,
  type SearchRecords,
} from '@agentic-search/shared/records';
import { createRedis, waitUntilReady } from '@agentic-search/shared/redis';
import type { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { freshPrefix } from '../../support/fresh-prefix.js';
import { searchRequest } from '../../support/search-request.js';
import { until } from '../../support/until.js';

let redis: Redis;
let subscriber: Redis;
let prefix: string;
let records: SearchRecords;

beforeAll(async () => {
  redis = createRedis(inject('redisUrl'), 'producer', () => undefined);
  subscriber = createRedis(inject('redisUrl'), 'subscriber', () => undefined);
  await waitUntilReady(redis, 5_000);
});
afterAll(() => {
  redis.disconnect();
  subscriber.disconnect();
});
beforeEach(() => {
  prefix = freshPrefix();
  records = createSearchRecords(redis, { prefix, resultTtlSeconds: 100 });
});

const make = (id: string, now = 1_000_000, namespace = 'default') =>
  newSearchRecord({ id, owner: 'local', request: searchRequest({}, namespace), now });

describe('RecordStore', () => {
  it('gives back what was written and refuses a taken id', async () => {
    const record = make('a');
    expect((await records.create(record))?.version).toBe(1);
    expect(await records.create(record)).toBeNull();
    expect(await records.load('a')).toEqual({ version: 1, record });
    expect(await records.load('nothing')).toBeNull();
  });

  it('writes to a server that has forgotten the scripts', async () => {
    const created = await records.create(make('a'));
    if (!created) throw new Error('record missing');
    await redis.script('FLUSH');
    expect((await records.save(created, created.record)).version).toBe(2);
    expect((await records.load('a'))?.version).toBe(2);
  });

  it('lets only the first of two writers of the same version win', async () => {
    await records.create(make('a'));
    const first = await records.load('a');
    const second = await records.load('a');
    if (!first || !second) throw new Error('record missing');
    await records.save(first, { ...first.record, iteration: 2 });
    await expect(records.save(second, { ...second.record, iteration: 3 })).rejects.toMatchObject({
      code: 'stale_record',
    });
    expect((await records.load('a'))?.record.iteration).toBe(2);
  });

  it('counts every one of many concurrent updates', async () => {
    await records.create(make('a'));
    await Promise.all(
      Array.from({ length: 20 }, () =>
        records.update('a', (record) => ({ ...record, iteration: record.iteration + 1 })),
      ),
    );
    expect((await records.load('a'))?.record.iteration).toBe(21);
  });

  it('lists newest first by namespace and state, page by page', async () => {
    for (let n = 0; n < 5; n += 1)
      await records.create(make(`s${n}`, 1_000_000 + n, n === 2 ? 'other' : 'default'));
    await records.update('s3', (record) => endSearch(record, { status: 'cancelled', now: 2_000_000 }));
    const ids = async (scope: string, state: string | null, limit: number, cursor: string | null) => {
      const page = await records.list({ scope, state, limit, cursor });
      return { ids: page.items.map((record) => record.id), next: page.nextCursor };
    };
    expect(await ids('*', null, 10, null)).toEqual({ ids: ['s4', 's3', 's2', 's1', 's0'], next: null });
    expect(await ids('default', null, 2, null)).toEqual({ ids: ['s4', 's3'], next: '1000003.s3' });
    expect(await ids('default', null, 2, '1000003.s3')).toMatchObject({ ids: ['s1', 's0'] });
    expect(await ids('default', 'cancelled', 10, null)).toEqual({ ids: ['s3'], next: null });
    expect(await ids('default', 'queued', 10, null)).toEqual({ ids: ['s4', 's1', 's0'], next: null });
    await expect(ids('default', null, 2, 'unknown')).rejects.toMatchObject({ code: 'invalid_fields' });
  });

  it('expires finished records only, and forgets the ids of expired ones', async () => {
    await records.create(make('a'));
    expect(await redis.ttl(records.key('a'))).toBe(-1);
    await records.update('a', (record) => endSearch(record, { status: 'complete', now: 2_000_000 }));
    expect(await redis.ttl(records.key('a'))).toBeGreaterThan(90);
    await redis.del(records.key('a'));
    expect(await records.dropExpired(Date.now())).toBe(1);
    expect(await redis.zcard(`${prefix}:index:search:default:all`)).toBe(0);
    expect(await redis.zcard(`${prefix}:index:search:*:completed`)).toBe(0);
  });

  it('goes on behind a place in a list, though what stood there has left it', async () => {
    for (const id of ['a', 'b', 'c', 'd']) await records.create(make(id, 1_000_000));
    await records.create(make('e', 999_999));
    const page = (cursor: string | null) =>
      records.list({ scope: 'default', state: 'queued', limit: 2, cursor });
    const first = await page(null);
    expect(first.items.map(({ id }) => id)).toEqual(['d', 'c']);
    await records.update('c', (record) => endSearch(record, { status: 'cancelled', now: 2_000_000 }));
    const second = await page(first.nextCursor);
    expect(second.items.map(({ id }) => id)).toEqual(['b', 'a']);
    expect((await page(second.nextCursor)).items.map(({ id }) => id)).toEqual(['e']);
    await expect(page('nowhere')).rejects.toMatchObject({ code: 'invalid_fields' });
  });

  it('keeps in the receipt what was in flight when a process died and was never asked for again', () => {
    const reservation = { task: 'judge', tokens: 70, cost_usd: 0.5, at: '2026-01-01T00:00:00.000Z' };
    const record = { ...make('a'), reservations: { 'judge/1': reservation } };
    const { spending, reservations } = endSearch(record, { status: 'budget_exhausted', now: 2_000_000 });
    expect(reservations).toEqual({});
    expect(spending).toMatchObject({ cost_usd: 0.5, llm: { judge: { calls: 1, input_tokens: 70 } } });
  });

  it('refuses a record that does not follow its schema', async () => {
    await records.create(make('a'));
    await redis.hset(records.key('a'), 'b', 'garbage');
    await expect(records.load('a')).rejects.toMatchObject({ code: 'record_corrupt' });
    await records.create(make('b'));
    const { items } = await records.list({ scope: '*', state: null, limit: 10, cursor: null });
    expect(items.map(({ id }) => id)).toEqual(['b']);
  });

  it('tells listeners of every change', async () => {
    const hub = new EventHub(subscriber, prefix);
    const states: string[] = [];
    const stop = await hub.listen('a', {
      onChange: (change) => states.push(`${change.version} ${change.state}`),
    });
    await records.create(make('a'));
    await records.update('a', (record) => endSearch(record, { status: 'cancelled', now: 2_000_000 }));
    await until('two changes', () => states.length === 2);
    expect(states).toEqual(['1 queued', '2 cancelled']);
    stop();
  });
});
