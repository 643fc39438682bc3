import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ApiServer, startServer } from '../../../apps/api/src/server.js';
import { startTestRedis, type TestRedis } from '../../support/redis.js';
import { addCheck, finish } from './history-entries.js';
import { connectSse } from './sse-client.js';
import { startApi, type TestApi } from './start-api.js';

const headers = { 'content-type': 'application/json' };

describe('while Redis is away', () => {
  let redis: TestRedis;
  let api: TestApi;
  let server: ApiServer;
  let origin: string;
  beforeEach(async () => {
    redis = await startTestRedis();
    api = await startApi(redis.url, { eventTiming: { pollMs: 100, heartbeatMs: 15_000 } });
    server = await startServer(api.app, { host: '127.0.0.1', port: 0 });
    origin = `http://127.0.0.1:${server.port}`;
  });
  afterEach(async () => {
    api.parts.streams.endAll();
    await server.close(500);
    await api.close().catch(() => undefined);
    await redis.stop();
  });

  const post = (extra: Record<string, string> = {}) =>
    fetch(`${origin}/v1/searches`, {
      method: 'POST',
      body: '{"query":"q"}',
      headers: { ...headers, ...extra },
    });
  const signal = (name: NodeJS.Signals) => process.kill(redis.current().pid, name);

  const expectAway = async (): Promise<void> => {
    const asks: [string, Promise<Response>][] = [
      ['post', post()],
      ['idempotent post', post({ 'idempotency-key': 'k' })],
      ['post that would wait', post({ prefer: 'wait=30' })],
      ['list', fetch(`${origin}/v1/searches`)],
      ['get', fetch(`${origin}/v1/searches/none`)],
      ['events', fetch(`${origin}/v1/searches/none/events`)],
      ['cancel', fetch(`${origin}/v1/searches/none`, { method: 'DELETE' })],
    ];
    const started = Date.now();
    for (const [name, asked] of asks) {
      const response = await asked;
      expect([name, response.status]).toEqual([name, 503]);
      expect(response.headers.get('retry-after')).toBe('2');
      expect(await response.json()).toMatchObject({ code: 'redis_unavailable' });
    }
    expect(Date.now() - started).toBeLessThan(2_000);
    expect((await fetch(`${origin}/health`)).status).toBe(200);
    expect((await fetch(`${origin}/ready`)).status).toBe(503);
    const board = await fetch(`${origin}/admin/queues/api/queues`);
    expect([board.status, await board.json()]).toMatchObject([503, { code: 'redis_unavailable' }]);
  };
  const recovered = async (): Promise<void> => {
    const deadline = Date.now() + 10_000;
    while ((await post()).status !== 202) {
      if (Date.now() > deadline) throw new Error('did not recover within 10 s');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };

  it('answers 503 within 2 s when it was killed, and recovers', async () => {
    const kept = (await (await post()).json()) as { id: string };
    const client = await connectSse((sent) =>
      fetch(`${origin}/v1/searches/${kept.id}/events`, { headers: sent }),
    );
    await addCheck(api, kept.id);
    await client.until(({ seqs }) => seqs().length === 1);
    signal('SIGKILL');
    await redis.current().exited;
    await expectAway();
    await redis.restart();
    await recovered();
    expect((await fetch(`${origin}/v1/searches/${kept.id}`)).status).toBe(200);
    // A stream that was open goes on by itself.
    await addCheck(api, kept.id);
    await finish(api, kept.id);
    await client.closed;
    expect(client.seqs()).toEqual([0, 1]);
    expect(client.events.at(-1)?.event).toBe('done');
  });

  it('answers 503 within 2 s when it hangs, and recovers', async () => {
    expect((await post()).status).toBe(202);
    signal('SIGSTOP');
    try {
      await expectAway();
    } finally {
      signal('SIGCONT');
    }
    await recovered();
  });

  it('answers 503 when it dies under a request', async () => {
    signal('SIGSTOP');
    const asked = Promise.all(Array.from({ length: 20 }, () => post()));
    signal('SIGKILL');
    const started = Date.now();
    expect(new Set((await asked).map(({ status }) => status))).toEqual(new Set([503]));
    expect(Date.now() - started).toBeLessThan(2_000);
  });
});
