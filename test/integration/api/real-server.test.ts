import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type ApiServer, startServer } from '../../../apps/api/src/server.js';
import { until } from '../../support/until.js';
import { addCheck, finish } from './history-entries.js';
import { connectSse } from './sse-client.js';
import { startApi, type TestApi } from './start-api.js';

describe('a server on a real port', () => {
  let api: TestApi;
  let server: ApiServer;
  let origin: string;
  beforeAll(async () => {
    api = await startApi(inject('redisUrl'), { eventTiming: { pollMs: 100, heartbeatMs: 15_000 } });
    server = await startServer(api.app, { host: '127.0.0.1', port: 0 });
    origin = `http://127.0.0.1:${server.port}`;
  });
  afterAll(async () => {
    api.parts.streams.endAll();
    await server.close(1_000);
    await api.close();
  });

  const create = async (): Promise<string> => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${origin}/v1/searches`, { method: 'POST', body: '{"query":"q"}', headers });
    return ((await response.json()) as { id: string }).id;
  };
  const follow = (id: string, last?: number) =>
    connectSse((headers, signal) => fetch(`${origin}/v1/searches/${id}/events`, { headers, signal }), last);
  it('streams events over the wire as they happen', async () => {
    const id = await create();
    const client = await follow(id);
    await client.until(({ comments }) => comments.length > 0);
    await addCheck(api, id);
    await client.until(({ seqs }) => seqs().length === 1);
    await finish(api, id);
    await client.closed;
    expect(client.events.map(({ event }) => event)).toEqual(['history', 'done']);
  });

  it('frees everything when a client leaves', async () => {
    const id = await create();
    const subscribed = async () => {
      const [, count] = (await api.redis.pubsub('NUMSUB', api.records.channel(id))) as [string, number];
      return Number(count);
    };
    const clients = await Promise.all([follow(id), follow(id), follow(id)]);
    await until('as expected', async () => api.parts.streams.size === 3 && (await subscribed()) === 1);
    for (const client of clients) client.disconnect();
    await until('as expected', async () => api.parts.streams.size === 0 && (await subscribed()) === 0);
  });

  it('holds nothing for a HEAD request', async () => {
    const id = await create();
    const head = await fetch(`${origin}/v1/searches/${id}/events`, { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(api.parts.streams.size).toBe(0);
  });

  it('frees a stream whose client left without reading', async () => {
    const id = await create();
    for (let n = 0; n < 50; n += 1) await addCheck(api, id);
    const socket = connect(server.port, '127.0.0.1', () =>
      socket.write(`GET /v1/searches/${id}/events HTTP/1.1\r\nHost: localhost\r\n\r\n`),
    );
    socket.pause();
    await until('the stream is open', () => api.parts.streams.size === 1);
    socket.destroy();
    await until('the stream is gone', () => api.parts.streams.size === 0);
  });

  it('frees a request that waits when its client leaves', async () => {
    const controller = new AbortController();
    const waiting = fetch(`${origin}/v1/searches`, {
      method: 'POST',
      body: '{"query":"q"}',
      headers: { 'content-type': 'application/json', prefer: 'wait=60' },
      signal: controller.signal,
    });
    await until('as expected', () => api.parts.streams.size === 1);
    controller.abort();
    await expect(waiting).rejects.toThrow();
    await until('as expected', () => api.parts.streams.size === 0);
  });

  /** Sends up to 100 MB and gives what came back and how much was taken. */
  const flood = (headers: Record<string, string | number>) =>
    new Promise<{ status: number; sent: number }>((resolve, reject) => {
      const chunk = Buffer.alloc(65_536, 'x');
      let status = 0;
      let sent = 0;
      const sending = request(`${origin}/v1/searches`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
      });
      sending.on('response', (response) => {
        status = response.statusCode ?? 0;
        response.resume();
      });
      sending.on('error', () => undefined);
      sending.on('close', () =>
        status === 0 ? reject(new Error('cut off without an answer')) : resolve({ status, sent }),
      );
      const more = () => {
        while (sent < 100_000_000 && !sending.destroyed) {
          sent += chunk.length;
          if (!sending.write(chunk)) return void sending.once('drain', more);
        }
        sending.end();
      };
      more();
    });

  it('cuts off a body of 100 MB, declared or not', async () => {
    for (const headers of [{ 'content-length': 100_000_000 }, { 'transfer-encoding': 'chunked' }]) {
      const { status, sent } = await flood(headers);
      expect(status).toBe(413);
      expect(sent).toBeLessThan(90_000_000);
    }
    expect((await fetch(`${origin}/health`)).status).toBe(200);
  });

  it('answers broken requests and goes on', async () => {
    const raw = (text: string) =>
      new Promise<string>((resolve, reject) => {
        let answer = '';
        const socket: Socket = connect(server.port, '127.0.0.1', () => socket.end(text));
        socket.on('data', (data) => {
          answer += data.toString();
        });
        socket.on('close', () => resolve(answer));
        socket.on('error', reject);
      });
    expect(await raw('nonsense\r\n\r\n')).toMatch(/^HTTP\/1\.1 400/);
    expect(await raw('GET /health HTTP/1.1\r\n\r\n')).toMatch(/^HTTP\/1\.1 400/);
    expect(await raw('GET /health HTTP/1.1\r\nHost: a b\r\n\r\n')).toMatch(/^HTTP\/1\.1 400/);
    expect(await raw('GET /health HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n')).toMatch(
      / 403 /,
    );
    expect(
      await raw('GET /v1/searches/%E0%A4%A HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'),
    ).toMatch(/ 404 /);
    expect((await fetch(`${origin}/health`)).status).toBe(200);
  });

  it('says that its port is taken', async () => {
    await expect(startServer(api.app, { host: '127.0.0.1', port: server.port })).rejects.toThrow(/in use/);
  });
});
