import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createVectorStore, type VectorStore } from '@agentic-search/shared/ports/vector-store';
import { createSearchRecords, type SearchRecords, type SearchView } from '@agentic-search/shared/records';
import { createRedis } from '@agentic-search/shared/redis';
import type { Redis } from 'ioredis';
import { type System, type SystemOptions, startSystem } from '../../apps/cli/src/launcher/index.js';
import { until } from './until.js';

export interface TestSystem extends System {
  dataDir: string;
  /** A connection of the test's own, to look at Redis without the API. */
  client: Redis;
  records: SearchRecords;
  prefix: string;
  /** Sends a request to the API and reads JSON. */
  api(method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown }>;
  /** Submits a search; gives its id. */
  submit(body: Record<string, unknown>): Promise<string>;
  get(id: string): Promise<SearchView>;
  /** Waits until the search has ended. */
  finished(id: string, timeoutMs?: number): Promise<SearchView>;
  /** The vector store, opened beside the system's own processes; closed with it. */
  store(): Promise<VectorStore>;
}

/** Short enough for tests, long enough for a busy machine. */
export const TEST_LOCK_MS = 2_000;

/**
 * Starts the built system with a private Redis in a folder of its own. Processes that die stay dead unless `restart`
 * is given; job locks are short.
 */
export async function startTestSystem(
  options: Partial<SystemOptions> & { settings?: Record<string, string> } = {},
): Promise<TestSystem> {
  const { settings, ...system } = options;
  const dataDir = await mkdtemp(join(tmpdir(), 'agentic-search-system-'));
  const env: NodeJS.ProcessEnv = {
    PATH: process.env.PATH,
    HOME: dataDir,
    JOB_LOCK_MS: String(TEST_LOCK_MS),
    LOG_LEVEL: 'warn',
    ...settings,
  };
  const running = await startSystem({
    dataDir,
    env,
    redisUrl: null,
    host: '127.0.0.1',
    port: 0,
    documents: null,
    counts: { api: 1, orchestrator: 1, 'crawler-worker': 1, 'indexer-worker': 1 },
    restart: false,
    shutdownTimeoutMs: 10_000,
    what: 'a test',
    log: (line) => {
      if (process.env.TEST_SYSTEM_LOG) console.error(line);
    },
    ...system,
  });
  const prefix = settings?.REDIS_KEY_PREFIX ?? '{agentic-search}';
  const redis = createRedis(running.redisUrl(), 'worker', () => undefined);
  const records = createSearchRecords(redis, { prefix, resultTtlSeconds: 3_600 });
  let opened: VectorStore | null = null;

  const api: TestSystem['api'] = async (method, path, body) => {
    const response = await fetch(`${running.url()}${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? null : (JSON.parse(text) as unknown) };
  };
  const get = async (id: string) => (await api('GET', `/v1/searches/${id}`)).body as SearchView;
  return Object.assign(running, {
    dataDir,
    client: redis,
    records,
    prefix,
    api,
    get,
    async submit(body: Record<string, unknown>) {
      const answer = await api('POST', '/v1/searches', body);
      if (answer.status !== 202)
        throw new Error(`POST /v1/searches: ${answer.status} ${JSON.stringify(answer.body)}`);
      return (answer.body as { id: string }).id;
    },
    finished: (id: string, timeoutMs = 30_000) =>
      until(
        `search ${id} ends`,
        async () => {
          const view = await get(id).catch(() => null);
          return view && ['completed', 'failed', 'cancelled'].includes(view.state) ? view : null;
        },
        timeoutMs,
      ),
    async store() {
      opened ??= await createVectorStore({
        qdrantUrl: null,
        qdrantApiKey: null,
        sqliteFile: join(dataDir, 'knowledge.sqlite'),
        alias: 'knowledge',
      });
      return opened;
    },
    stop: ((stop) => async () => {
      await opened?.close();
      redis.disconnect();
      await stop();
      await rm(dataDir, { recursive: true, force: true });
    })(running.stop.bind(running)),
  });
}
