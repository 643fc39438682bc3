import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answersPing } from './answers-ping.js';
import { findRedisServer, type RedisServerCommand } from './find-redis-server.js';
import { startPrivateRedis } from './start-private-redis.js';

const searchPath = process.env.PATH ?? '';
let dataDir: string;
let server: RedisServerCommand;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'private-redis-'));
  server = await findRedisServer({ dataDir: '.data', log: () => undefined, searchPath });
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

async function ask<T>(url: string, use: (client: Redis) => Promise<T>): Promise<T> {
  const client = new Redis(url);
  try {
    return await use(client);
  } finally {
    client.disconnect();
  }
}

test('is durable, never evicts, asks for its password and keeps its address over kill -9 and restart', async () => {
  const first = await startPrivateRedis({ dataDir, server, searchPath });
  const settings = await ask(first.url, async (client) => {
    await client.set('kept', 'yes');
    return client.config('GET', 'maxmemory-policy', 'appendonly', 'appendfsync', 'bind');
  });
  expect(Object.fromEntries(pairs(settings as string[]))).toEqual({
    'maxmemory-policy': 'noeviction',
    appendonly: 'yes',
    appendfsync: 'always',
    bind: '127.0.0.1',
  });
  expect(await answersPing(first.url.replace(/:[0-9a-f]{32}@/, ':wrong@'))).toBe(false);
  await first.kill();
  expect(await first.exited).toBeNull();

  const second = await startPrivateRedis({ dataDir, server, searchPath });
  expect(second.url).toBe(first.url);
  expect(second.pid).not.toBe(first.pid);
  expect(await ask(second.url, (client) => client.get('kept'))).toBe('yes');
  await second.stop();
  expect(await second.exited).toBe(0);
});

test('takes another port when somebody else sits on the remembered one', async () => {
  const port = Number(await readFile(join(dataDir, 'redis', 'port'), 'utf8'));
  const stranger = createServer().listen(port, '127.0.0.1');
  await new Promise((done) => stranger.once('listening', done));
  const redis = await startPrivateRedis({ dataDir, server, searchPath });
  expect(new URL(redis.url).port).not.toBe(String(port));
  expect(await ask(redis.url, (client) => client.get('kept'))).toBe('yes');
  await redis.stop();
  stranger.close();
});

test('says what the server said when it does not start', async () => {
  const broken = { ...server, command: '/bin/false', env: {} };
  const dir = join(dataDir, 'broken');
  await expect(startPrivateRedis({ dataDir: dir, server: broken, searchPath })).rejects.toMatchObject({
    code: 'private_redis_failed',
  });
});

function pairs(flat: string[]): [string, string][] {
  return flat.flatMap((value, at) => (at % 2 === 0 ? [[value, flat[at + 1] ?? ''] as [string, string]] : []));
}
