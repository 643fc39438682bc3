import { publishActivity } from '@agentic-search/shared/events';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { addCheck, change, fail, finish, withCheck } from './history-entries.js';
import { connectSse } from './sse-client.js';
import { startApi, type TestApi } from './start-api.js';

describe('events of a search', () => {
  let first: TestApi;
  let second: TestApi;
  beforeAll(async () => {
    const eventTiming = { pollMs: 200, heartbeatMs: 15_000 };
    first = await startApi(inject('redisUrl'), { eventTiming });
    second = await startApi(inject('redisUrl'), { prefix: first.prefix, eventTiming });
  });
  afterAll(async () => {
    await first.close();
    await second.close();
  });

  const create = async (): Promise<string> => {
    const response = await first.app.request('http://127.0.0.1/v1/searches', {
      method: 'POST',
      body: '{"query":"How do tokens work?"}',
      headers: { 'content-type': 'application/json' },
    });
    return ((await response.json()) as { id: string }).id;
  };
  const connect = (api: TestApi, id: string, lastEventId?: number, query = '') =>
    connectSse(
      (headers) => api.app.request(`http://127.0.0.1/v1/searches/${id}/events${query}`, { headers }),
      lastEventId,
    );

  it('tells three clients every entry once and in order, then done', async () => {
    const id = await create();
    const early = await connect(first, id);
    const leaving = await connect(first, id);
    await addCheck(first, id);
    await addCheck(first, id);
    await leaving.until((client) => client.seqs().length === 2);
    leaving.disconnect();
    await leaving.closed;
    await addCheck(first, id);
    const late = await connect(first, id);
    const back = await connect(second, id, leaving.seqs().at(-1));
    for (let n = 3; n < 12; n += 1) await addCheck(second, id);
    await finish(first, id);
    await Promise.all([early.closed, late.closed, back.closed]);

    const all = Array.from({ length: 12 }, (_, seq) => seq);
    expect(early.seqs()).toEqual(all);
    expect(late.seqs()).toEqual(all);
    expect([...leaving.seqs(), ...back.seqs()]).toEqual(all);
    for (const client of [early, late, back]) {
      const { event, data } = client.events.at(-1) ?? {};
      expect(event).toBe('done');
      expect(data).toMatchObject({ id, state: 'completed', result: { status: 'complete' } });
      expect(client.events.filter((seen) => seen.event === 'done')).toHaveLength(1);
    }
    expect(first.parts.streams.size + second.parts.streams.size).toBe(0);
  });

  it('replays a finished search, from the header or the query', async () => {
    const id = await create();
    for (let n = 0; n < 3; n += 1) await addCheck(first, id);
    await finish(first, id);
    const whole = await connect(second, id);
    await whole.closed;
    expect(whole.seqs()).toEqual([0, 1, 2]);
    const rest = await connect(second, id, undefined, '?last_event_id=1');
    await rest.closed;
    expect(rest.seqs()).toEqual([2]);
    const both = await connect(second, id, 2, '?last_event_id=0');
    await both.closed;
    expect(both.events.map(({ event }) => event)).toEqual(['done']);
  });

  it('misses nothing when nothing is told, by looking', async () => {
    const id = await create();
    const silent = await startApi(inject('redisUrl'), {
      prefix: first.prefix,
      eventTiming: { pollMs: 50, heartbeatMs: 15_000 },
    });
    silent.parts.hub.listen = async () => () => undefined;
    const client = await connect(silent, id);
    await addCheck(first, id);
    await client.until(({ seqs }) => seqs().length === 1);
    await finish(first, id);
    await client.closed;
    expect(client.events.map(({ event }) => event)).toEqual(['history', 'done']);
    await silent.close();
  });

  it('is told at once, without waiting for the next look', async () => {
    const id = await create();
    const patient = await startApi(inject('redisUrl'), {
      prefix: first.prefix,
      eventTiming: { pollMs: 60_000, heartbeatMs: 120_000 },
    });
    const client = await connect(patient, id);
    // A live event shows that the subscription stands.
    const stop = setInterval(() => void activity(patient, id), 20);
    await client.until(({ events }) => events.some(({ event }) => event === 'activity'));
    clearInterval(stop);
    await addCheck(first, id);
    await client.until(({ seqs }) => seqs().length === 1);
    await finish(first, id);
    await client.closed;
    expect(client.events.at(-1)?.event).toBe('done');
    await patient.close();
  });

  it('tells activity live and does not replay it', async () => {
    const id = await create();
    const client = await connect(first, id);
    const stop = setInterval(() => void activity(first, id), 20);
    await client.until(({ events }) => events.some(({ event }) => event === 'activity'));
    clearInterval(stop);
    expect(client.events[0]).toMatchObject({
      event: 'activity',
      id: null,
      data: { kind: 'page_fetched', url: 'https://docs.example/' },
    });
    await finish(first, id);
    await client.closed;
    const replay = await connect(first, id);
    await replay.closed;
    expect(replay.events.map(({ event }) => event)).toEqual(['done']);
  });

  it('goes on over a retry while the search has not been seen to end', async () => {
    const id = await create();
    await addCheck(first, id);
    const client = await connect(first, id);
    await client.until(({ seqs }) => seqs().length === 1);
    await fail(first, id);
    await client.closed;
    expect(client.events.at(-1)).toMatchObject({ event: 'done', data: { state: 'failed' } });
    await first.app.request(`http://127.0.0.1/v1/searches/${id}/retry`, { method: 'POST' });
    const again = await connect(second, id, 0);
    await change(first, id, (record) => withCheck(record));
    await again.until(({ seqs }) => seqs().length === 1);
    await finish(first, id);
    await again.closed;
    expect(again.seqs()).toEqual([1]);
    expect(again.events.at(-1)).toMatchObject({ event: 'done', data: { state: 'completed' } });
  });

  it('keeps a quiet stream open with comments', async () => {
    const id = await create();
    const busy = await startApi(inject('redisUrl'), {
      prefix: first.prefix,
      eventTiming: { pollMs: 20, heartbeatMs: 60 },
    });
    const client = await connect(busy, id);
    await client.until(({ comments }) => comments.length >= 4);
    expect(client.events).toEqual([]);
    client.disconnect();
    await client.closed;
    await busy.close();
  });

  it('ends streams when the process ends', async () => {
    const id = await create();
    const ending = await startApi(inject('redisUrl'), { prefix: first.prefix });
    const client = await connect(ending, id);
    await client.until(({ comments }) => comments.length >= 1);
    ending.parts.streams.endAll();
    await client.closed;
    expect(client.events).toEqual([]);
    await ending.close();
  });

  it('costs a client that does not read no memory', async () => {
    const id = await create();
    const response = await first.app.request(`http://127.0.0.1/v1/searches/${id}/events`);
    const before = first.records.load.bind(first.records);
    let loads = 0;
    first.records.load = (asked) => {
      loads += 1;
      return before(asked);
    };
    for (let n = 0; n < 5; n += 1) await addCheck(second, id);
    await finish(second, id);
    expect(loads).toBe(0);
    expect(await response.text()).toContain('event: done');
    expect(loads).toBe(1);
    first.records.load = before;
  });
});

function activity(api: TestApi, id: string): Promise<void> {
  return publishActivity(api.redis, api.prefix, id, {
    kind: 'page_fetched',
    at: new Date().toISOString(),
    url: 'https://docs.example/',
  });
}
