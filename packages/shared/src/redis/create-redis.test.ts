import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { createRedis } from './create-redis.js';

test('an outage is told once, however many attempts fail', async () => {
  const free = createServer();
  await new Promise<void>((listening) => free.listen(0, '127.0.0.1', listening));
  const { port } = free.address() as AddressInfo;
  await new Promise((closed) => free.close(closed));
  const told: string[] = [];
  const redis = createRedis(`redis://127.0.0.1:${port}`, 'worker', (error) => told.push(error.message));
  for (let attempt = 0; attempt < 4; attempt += 1)
    await new Promise<void>((again) => redis.once('reconnecting', () => again()));
  redis.disconnect();
  expect(told).toHaveLength(1);
  expect(told[0]).toContain('ECONNREFUSED');
});
