import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { connectSse } from './sse-client.js';

const entry = fileURLToPath(new URL('../../../apps/api/src/main.ts', import.meta.url));

describe('the API process', { timeout: 90_000 }, () => {
  let dataDir: string;
  let child: ChildProcess | null = null;
  let output = '';
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'agentic-search-api-'));
    output = '';
  });
  afterEach(async () => {
    if (child && child.exitCode === null && child.signalCode === null) {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    }
    await rm(dataDir, { recursive: true, force: true });
  });

  const start = (env: NodeJS.ProcessEnv): ChildProcess => {
    const started = fork(entry, [], {
      execArgv: ['--conditions=source', '--import', 'tsx'],
      env: { PATH: process.env.PATH, DATA_DIR: dataDir, REDIS_URL: inject('redisUrl'), PORT: '0', ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    started.stderr?.on('data', (data: Buffer) => {
      output += data.toString();
    });
    child = started;
    return started;
  };
  const listening = async (started: ChildProcess): Promise<string> => {
    const [message] = (await Promise.race([
      once(started, 'message'),
      once(started, 'exit').then(() => Promise.reject(new Error(output))),
    ])) as [{ type: string; port: number }];
    expect(message.type).toBe('listening');
    return `http://127.0.0.1:${message.port}`;
  };

  it('starts while LLM, embedder and search engine are away, says so, and ends in order', async () => {
    const nowhere = 'http://127.0.0.1:9';
    const started = start({
      REDIS_KEY_PREFIX: `{process-${process.pid}}`,
      OPENAI_BASE_URL: `${nowhere}/v1`,
      EMBEDDING_BASE_URL: `${nowhere}/v1`,
      SEARXNG_URL: nowhere,
    });
    const origin = await listening(started);
    const ready = await fetch(`${origin}/ready`);
    expect(ready.status).toBe(200);
    expect(await ready.json()).toMatchObject({
      status: 'degraded',
      checks: {
        redis: { status: 'ok' },
        vector_store: { status: 'ok' },
        llm: { status: 'degraded' },
        embedder: { status: 'degraded' },
        search_engine: { status: 'degraded' },
      },
    });
    const headers = { 'content-type': 'application/json' };
    const posted = await fetch(`${origin}/v1/searches`, { method: 'POST', body: '{"query":"q"}', headers });
    const { links } = (await posted.json()) as { links: { events: string } };
    const client = await connectSse((_headers, signal) => fetch(`${origin}${links.events}`, { signal }));
    await client.until(({ comments }) => comments.length > 0);
    const exit = once(started, 'exit');
    const asked = Date.now();
    started.kill('SIGTERM');
    await client.closed;
    expect((await exit)[0]).toBe(0);
    expect(Date.now() - asked).toBeLessThan(10_000);
  });

  it('answers from a real knowledge base without any service', async () => {
    const origin = await listening(start({ REDIS_KEY_PREFIX: `{process-kb-${process.pid}}` }));
    const status = await fetch(`${origin}/v1/kb/status`);
    expect(await status.json()).toMatchObject({ retrieval: 'lexical', vector_store: { kind: 'sqlite' } });
    const found = await fetch(`${origin}/v1/kb/search`, {
      method: 'POST',
      body: '{"query":"anything"}',
      headers: { 'content-type': 'application/json' },
    });
    expect(await found.json()).toMatchObject({ results: [], retrieval: 'lexical', reranked: false });
  });

  it('refuses to be reached by others without a key', async () => {
    const [code] = await once(start({ HOST: '0.0.0.0' }), 'exit');
    expect(code).toBe(2);
    expect(output).toContain('API_KEYS=name:role:namespace:sha256');
  });
});
