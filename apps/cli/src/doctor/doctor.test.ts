import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  findRedisServer,
  freePort,
  lockDataDir,
  type PrivateRedis,
  startPrivateRedis,
} from '@agentic-search/shared/private-redis';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { runCommand } from '../testing/run-command.js';
import type { Finding } from './finding.js';

let folder: string;
let redis: PrivateRedis;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doctor-'));
  const searchPath = process.env.PATH ?? '';
  const server = await findRedisServer({ dataDir: '.data', log: () => undefined, searchPath });
  redis = await startPrivateRedis({ dataDir: folder, server, searchPath });
});
afterAll(async () => {
  await redis.stop();
  await rm(folder, { recursive: true, force: true });
});
afterEach(() => vi.unstubAllEnvs());
// Each run of the doctor opens every service, the vector store's thread from sources included.
vi.setConfig({ testTimeout: 90_000 });

async function doctor(
  env: Record<string, string>,
): Promise<{ code: number; found: Record<string, Finding> }> {
  vi.stubEnv('DATA_DIR', join(folder, 'data'));
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  const { code, out } = await runCommand(['doctor', '--json']);
  const findings = out.map((line) => JSON.parse(line) as Finding);
  return { code, found: Object.fromEntries(findings.map((finding) => [finding.name, finding])) };
}

test('nothing configured works, and says what would make it better', async () => {
  const { code, found } = await doctor({});
  expect(code).toBe(0);
  expect(Object.keys(found)).toEqual([
    'redis',
    'vector store',
    'search engine',
    'llm',
    'embedder',
    'reranker',
    'browser',
  ]);
  expect(found.redis).toMatchObject({ state: 'ok', seen: expect.stringMatching(/^private, \d/) });
  expect(found['vector store']).toMatchObject({ state: 'ok' });
  expect(found['search engine']).toMatchObject({
    state: 'degraded',
    advice: expect.stringContaining('SEARXNG_URL'),
  });
  expect(found.llm?.state).toBe('degraded');
  expect(found.embedder?.seen).toContain('lexical');
});

test('reads version, eviction and persistence of a Redis that is given', async () => {
  expect((await doctor({ REDIS_URL: redis.url })).found.redis).toMatchObject({
    state: 'ok',
    seen: expect.stringMatching(/noeviction, append-only file on/),
  });
  const client = new Redis(redis.url);
  await client.config('SET', 'appendonly', 'no');
  expect((await doctor({ REDIS_URL: redis.url })).found.redis).toMatchObject({
    state: 'degraded',
    advice: expect.stringContaining('appendonly yes'),
  });
  await client.config('SET', 'maxmemory-policy', 'allkeys-lru');
  const evicting = await doctor({ REDIS_URL: redis.url });
  expect(evicting).toMatchObject({ code: 1, found: { redis: { state: 'failed' } } });
  expect(evicting.found.redis?.advice).toContain('noeviction');
  client.disconnect();
});

test('what is configured and away is told apart: fatal or merely less', async () => {
  const away = `http://127.0.0.1:${await freePort()}`;
  const { code, found } = await doctor({
    REDIS_URL: `redis://127.0.0.1:${await freePort()}`,
    QDRANT_URL: away,
    SEARXNG_URL: away,
    OPENAI_BASE_URL: away,
    EMBEDDING_BASE_URL: away,
    EMBEDDING_DIMENSIONS: '8',
    USE_RERANKING: 'true',
    CRAWL_BROWSER: 'always',
  });
  expect(code).toBe(1);
  const states = Object.fromEntries(Object.values(found).map((finding) => [finding.name, finding.state]));
  expect(states).toEqual({
    redis: 'failed',
    'vector store': 'failed',
    'search engine': 'failed',
    llm: 'degraded',
    embedder: 'failed',
    reranker: 'degraded',
    browser: 'degraded',
  });
  for (const finding of Object.values(found)) expect(finding.advice, finding.name).not.toBeNull();
});

test('asks the search engine itself, and looks whether the folder of documents is there', async () => {
  const html = createServer((_request, response) => response.end('<html>JSON is off</html>'));
  await new Promise<void>((done) => html.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(html.address() as AddressInfo).port}`;
  expect((await doctor({ SEARXNG_URL: url })).found['search engine']).toMatchObject({ state: 'failed' });
  vi.unstubAllEnvs();
  await new Promise((done) => html.close(done));
  expect((await doctor({ SEARCH_DOCUMENTS: folder })).found['search engine']).toMatchObject({ state: 'ok' });
  const missing = await doctor({ SEARCH_DOCUMENTS: join(folder, 'nowhere') });
  expect(missing).toMatchObject({ code: 1, found: { 'search engine': { state: 'failed' } } });
});

test('knows the search engine of a system that runs with --documents', async () => {
  let status = 'ok';
  const api = createServer((_request, response) =>
    response.end(JSON.stringify({ status: 'ready', checks: { search_engine: { status, detail: '' } } })),
  );
  await new Promise<void>((done) => api.listen(0, '127.0.0.1', done));
  const lock = await lockDataDir({ dataDir: folder, what: 'test' });
  await lock.announce(`http://127.0.0.1:${(api.address() as AddressInfo).port}`);
  try {
    const running = await doctor({ DATA_DIR: folder });
    expect(running.found['search engine']).toMatchObject({ state: 'ok', advice: null });
    status = 'not_configured';
    const without = await doctor({ DATA_DIR: folder });
    expect(without.found['search engine']).toMatchObject({ state: 'degraded' });
  } finally {
    await lock.release();
    await new Promise((done) => api.close(done));
  }
});

test('a wrong configuration is wrong usage and lists every fault', async () => {
  vi.stubEnv('PORT', 'many');
  vi.stubEnv('CHUNK_SIZE', '1');
  const { code, err } = await runCommand(['doctor']);
  expect(code).toBe(2);
  expect(err.join()).toMatch(/PORT .*\n.*CHUNK_SIZE|CHUNK_SIZE .*\n.*PORT/s);
});
