import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRunning, processStartMark } from '@agentic-search/shared/private-redis';
import { Redis } from 'ioredis';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AppName } from './apps.js';
import { assertRedisAnswers } from './assert-startable.js';
import { type System, type SystemOptions, startSystem } from './start-system.js';
import { waitFor } from './wait-for.js';

// Stand-ins for the apps: they do what the launcher relies on (messages, /ready, SIGTERM) and tell what they saw.
const api = `
import { createServer } from 'node:http';
const server = createServer((request, response) => response.end(JSON.stringify({
  env: { REDIS_URL: process.env.REDIS_URL, DOCUMENTS_ENGINE_URL: process.env.DOCUMENTS_ENGINE_URL, CRAWL_ALLOW_PRIVATE_HOSTS: process.env.CRAWL_ALLOW_PRIVATE_HOSTS, OWN: process.env.OWN },
  pid: process.pid,
})));
server.listen(Number(process.env.PORT), '127.0.0.1', () => {
  process.send({ type: 'listening', port: server.address().port });
  process.send({ type: 'started' });
});
process.once('SIGTERM', () => { console.error('api ends in order'); process.exit(0); });
console.error(JSON.stringify({ level: 30, msg: 'quiet' }));
console.error(JSON.stringify({ level: 50, msg: 'loud', err: { message: 'why' } }));
`;
const worker = `
process.once('SIGTERM', () => { console.error('a worker ends in order'); process.exit(0); });
setInterval(() => {}, 1000);
console.error('a worker is up');
process.send({ type: 'started' });
`;
const engine = `
import { createServer } from 'node:http';
const server = createServer((request, response) => response.end('ok'));
server.listen(0, '127.0.0.1', () => {
  const url = 'http://127.0.0.1:' + server.address().port;
  process.send({ type: 'listening', url, sites: [{ name: 'a', url }] });
  process.send({ type: 'started' });
});
process.once('SIGTERM', () => process.exit(0));
`;
const refusing = `console.error('PORT is "x"; allowed is a number'); process.exit(2);`;
const deaf = `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); process.send({ type: 'started' });`;
const dying = `process.exit(1);`;

let folder: string;
let system: System | null;
let lines: string[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'launcher-'));
  await mkdir(join(folder, 'docs'));
  system = null;
  lines = [];
  const entries = {
    api,
    'crawler-worker': worker,
    'documents-engine': engine,
    orchestrator: worker,
    refusing,
    deaf,
    dying,
  };
  for (const [name, code] of Object.entries(entries)) await writeFile(join(folder, `${name}.mjs`), code);
});
afterEach(async () => {
  await system?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function start(changes: Partial<SystemOptions> = {}): Promise<System> {
  system = await startSystem({
    dataDir: join(folder, 'data'),
    env: { ...process.env, OWN: 'kept', CRAWL_ALLOW_PRIVATE_HOSTS: 'intranet:80' },
    redisUrl: null,
    host: '127.0.0.1',
    port: 0,
    documents: null,
    counts: { api: 1, orchestrator: 1, 'crawler-worker': 2 },
    restart: true,
    shutdownTimeoutMs: 5_000,
    startTimeoutMs: 10_000,
    what: 'test',
    log: (line) => lines.push(line),
    entryOf: (app: AppName) => join(folder, `${app}.mjs`),
    ...changes,
  });
  return system;
}

interface Seen {
  env: Record<string, string>;
  pid: number;
}
async function seenByApi(running: System): Promise<Seen> {
  return (await (await fetch(`${running.url()}/`)).json()) as Seen;
}
const eventually = <T>(check: () => Promise<T | null> | T | null): Promise<T> =>
  waitFor(check, { timeoutMs: 10_000, failure: () => new Error(`not in time; said: ${lines.join('\n')}`) });

test('starts Redis, documents and apps, hands their addresses on and ends all in order', async () => {
  const running = await start({ documents: join(folder, 'docs') });
  expect(running.processes.map((one) => one.name)).toEqual([
    'documents-engine',
    'api',
    'orchestrator-1',
    'crawler-worker-1',
    'crawler-worker-2',
  ]);
  const { env } = await seenByApi(running);
  expect(env).toMatchObject({ REDIS_URL: running.redisUrl(), OWN: 'kept' });
  const site = new URL(env.DOCUMENTS_ENGINE_URL ?? '').host;
  expect(env.CRAWL_ALLOW_PRIVATE_HOSTS).toBe(`intranet:80,${site}`);

  const pids = [...running.processes.map((one) => one.pid() ?? 0), running.redis?.pid() ?? 0];
  const marks = await Promise.all(pids.map(processStartMark));
  expect(marks).not.toContain(null);
  await eventually(() => (lines.filter((line) => line.includes('is up')).length === 3 ? true : null));
  await running.stop();
  expect(await Promise.all(pids.map((pid, at) => isRunning(pid, marks[at] ?? null)))).not.toContain(true);
  const ends = lines.filter((line) => line.includes('ends in order'));
  expect(ends).toHaveLength(4);
  expect(ends[0]).toBe('api | api ends in order');
  expect(await readdir(join(folder, 'data'))).toEqual(expect.not.arrayContaining(['up.lock']));
});

test('shows warnings of the children and keeps the rest in their files', async () => {
  const running = await start();
  await eventually(() => (lines.includes('api | loud: why') ? true : null));
  await running.stop();
  expect(lines.join()).not.toContain('quiet');
  expect(await readFile(join(folder, 'data', 'logs', 'api.log'), 'utf8')).toContain('quiet');
});

test('brings back what dies, at the same address, Redis with its data', async () => {
  const running = await start();
  const address = running.url();
  const before = await seenByApi(running);
  await running.find('api').kill();
  const after = await eventually(() => seenByApi(running).catch(() => null));
  expect(running.url()).toBe(address);
  expect(after.pid).not.toBe(before.pid);

  const client = new Redis(running.redisUrl(), { maxRetriesPerRequest: null });
  client.on('error', () => undefined);
  await client.set('acknowledged', '1');
  const redisPid = running.redis?.pid();
  await running.redis?.kill();
  expect(await client.get('acknowledged')).toBe('1');
  await eventually(() => (running.redis?.pid() === redisPid ? null : true));
  client.disconnect();
});

test('a paused process goes on, and one that does not listen to SIGTERM is killed in the end', async () => {
  const running = await start({
    shutdownTimeoutMs: 500,
    entryOf: (app) => join(folder, app === 'orchestrator' ? 'deaf.mjs' : `${app}.mjs`),
  });
  const one = running.find('crawler-worker-1');
  const state = async (): Promise<string> =>
    (await readFile(`/proc/${one.pid()}/stat`, 'utf8')).replace(/^.*\) /, '').slice(0, 1);
  if (process.platform === 'linux') {
    one.pause();
    await eventually(async () => ((await state()) === 'T' ? true : null));
    one.resume();
    await eventually(async () => ((await state()) === 'S' ? true : null));
  }
  await running.stop();
  expect(lines.join('\n')).toMatch(/orchestrator-1 did not end in time/);
});

test('documents at a new address start the others again with it', async () => {
  const running = await start({ documents: join(folder, 'docs') });
  const before = await seenByApi(running);
  await running.find('documents-engine').kill();
  const after = await eventually(async () => {
    const seen = await seenByApi(running).catch(() => null);
    return seen !== null && seen.pid !== before.pid ? seen : null;
  });
  expect(after.env.DOCUMENTS_ENGINE_URL).not.toBe(before.env.DOCUMENTS_ENGINE_URL);
});

test('a second system over the same folder is told what runs; a refused configuration ends the start', async () => {
  const running = await start();
  await expect(start()).rejects.toMatchObject({
    code: 'data_dir_in_use',
    detail: expect.stringContaining(running.url() ?? ''),
  });
  await running.stop();
  await expect(
    start({ entryOf: (app) => join(folder, app === 'api' ? 'refusing.mjs' : `${app}.mjs`) }),
  ).rejects.toMatchObject({
    code: 'process_refused_to_start',
  });
  expect(lines.join('\n')).toContain('api | PORT is "x"; allowed is a number');
  expect(await readdir(join(folder, 'data'))).not.toContain('up.lock');
});

test('is not ready while one of its processes does not start, and says which', async () => {
  const failed = start({
    startTimeoutMs: 2_000,
    entryOf: (app) => join(folder, app === 'orchestrator' ? 'dying.mjs' : `${app}.mjs`),
  });
  await expect(failed).rejects.toMatchObject({
    code: 'system_not_ready',
    detail: expect.stringMatching(/^orchestrator-1 did not start within 2 s/),
  });
  expect(lines.join('\n')).toContain('orchestrator-1 ended (code 1); starting it again');
  expect(await readdir(join(folder, 'data'))).not.toContain('up.lock');
});

test('what cannot work is told at once, and nothing is started for it', async () => {
  await expect(start({ documents: join(folder, 'nowhere') })).rejects.toMatchObject({
    code: 'invalid_configuration',
    detail: expect.stringContaining(join(folder, 'nowhere')),
  });
  await writeFile(join(folder, 'page.md'), '# A page');
  await expect(start({ documents: join(folder, 'page.md') })).rejects.toMatchObject({
    code: 'invalid_configuration',
  });
  expect(lines).toEqual([]);
});

test('a Redis that does not answer is told once, by the one who waits for it', async () => {
  const free = createServer();
  await new Promise<void>((listening) => free.listen(0, '127.0.0.1', listening));
  const { port } = free.address() as AddressInfo;
  await new Promise((closed) => free.close(closed));
  const refused = assertRedisAnswers(`redis://127.0.0.1:${port}`, 300);
  await expect(refused).rejects.toMatchObject({
    code: 'redis_unavailable',
    detail: expect.stringContaining('REDIS_URL'),
  });
});
