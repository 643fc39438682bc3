import { Endings } from '@agentic-search/shared/events';
import { createSearchRecords, endSearch, newSearchRecord } from '@agentic-search/shared/records';
import { createRedis, waitUntilReady } from '@agentic-search/shared/redis';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openSearchSignals } from '../../../apps/orchestrator/src/search-signals.js';
import { freshPrefix } from '../../support/fresh-prefix.js';
import { searchRequest } from '../../support/search-request.js';
import { until } from '../../support/until.js';

const redis = createRedis(inject('redisUrl'), 'producer', () => undefined);
const subscriber = createRedis(inject('redisUrl'), 'subscriber', () => undefined);
const prefix = freshPrefix();
const records = createSearchRecords(redis, { prefix, resultTtlSeconds: 100 });
const endings = new Endings(subscriber, prefix);

beforeAll(() => waitUntilReady(redis, 5_000));
afterAll(() => {
  redis.disconnect();
  subscriber.disconnect();
});

const begin = (id: string) =>
  records.create(newSearchRecord({ id, owner: 'local', request: searchRequest({}, 'default'), now: 1 }));

describe('openSearchSignals', () => {
  it('fires on a cancel, and not on an end of the run before that is told late', async () => {
    await begin('a');
    const { cancelled, ended, release } = await openSearchSignals('a', {
      endings,
      records,
      interrupt: new AbortController().signal,
    });
    let looked = 0;
    await endings.listen('a', () => {
      looked += 1;
    });
    await redis.publish(`${prefix}:endings`, 'a');
    await until('the late message', () => looked === 1);
    // Whatever follows it on the same connection comes after the look that it caused.
    await records.state('a');
    expect([cancelled.aborted, ended.aborted]).toEqual([false, false]);
    await records.update('a', (record) => endSearch(record, { status: 'cancelled', now: 2 }));
    await until('the cancel', () => cancelled.aborted);
    expect(ended.aborted).toBe(true);
    expect(cancelled.reason).toMatchObject({ code: 'cancelled' });
    release();
  });

  it('ends the work when the process cannot wait, without calling it a cancel', async () => {
    await begin('b');
    const interrupt = new AbortController();
    const signals = await openSearchSignals('b', { endings, records, interrupt: interrupt.signal });
    interrupt.abort(new Error('the process is ending'));
    expect([signals.cancelled.aborted, signals.ended.aborted]).toEqual([false, true]);
    signals.release();
  });

  it('hears nothing once it is released', async () => {
    await begin('c');
    const signals = await openSearchSignals('c', {
      endings,
      records,
      interrupt: new AbortController().signal,
    });
    signals.release();
    let told = false;
    await endings.listen('c', () => {
      told = true;
    });
    await records.update('c', (record) => endSearch(record, { status: 'cancelled', now: 2 }));
    await until('the ending', () => told);
    await records.state('c');
    expect(signals.cancelled.aborted).toBe(false);
  });
});
