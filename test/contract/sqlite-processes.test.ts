import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSqliteVectorStore } from '../../packages/shared/src/ports/vector-store/sqlite/create-sqlite-vector-store.js';
import { call, denseSpec } from './vector-store/chunks.js';

const script = fileURLToPath(new URL('../fixtures/vector-store/write-pages.ts', import.meta.url));

describe('one SQLite file, several processes', { timeout: 90_000 }, () => {
  let folder = '';
  let file = '';
  const children: ChildProcess[] = [];

  /** Starts a writer; `pages` counts what it was told is stored. */
  function writer(name: string, pages: number) {
    const argv = ['--conditions=source', '--import', 'tsx', script, file, name, String(pages)];
    const child = spawn(process.execPath, argv, { stdio: ['ignore', 'pipe', 'pipe'] });
    children.push(child);
    let errors = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors += text;
    });
    const ended = once(child, 'exit');
    return { child, lines: createInterface({ input: child.stdout }), ended, errors: () => errors };
  }

  const openStore = async () => {
    const store = createSqliteVectorStore({ file, alias: 'knowledge' });
    await store.open(denseSpec, call);
    return store;
  };

  /** What the file says of itself, and whether its counters agree with its rows. */
  function inspect() {
    const database = new DatabaseSync(file);
    try {
      const one = (sql: string) => database.prepare(sql).get() as Record<string, unknown>;
      return {
        integrity: one('PRAGMA integrity_check').integrity_check,
        rows: one('SELECT count(*) AS n FROM c1_chunk').n,
        counted: one('SELECT chunks AS n FROM collection').n,
        postings: one('SELECT coalesce(sum(length(entries)), 0) / 5 AS n FROM c1_posting').n,
        frequencies: one('SELECT coalesce(sum(df), 0) AS n FROM c1_term').n,
        perChunk: one('SELECT coalesce(sum(length(terms)), 0) / 4 AS n FROM c1_chunk').n,
      };
    } finally {
      database.close();
    }
  }

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sqlite-processes-'));
    file = join(folder, 'knowledge.db');
  });
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  it('takes the writes of two processes at once, with a reader beside them, and no busy error', async () => {
    const writers = [writer('one', 15), writer('two', 15)];
    const store = await openStore();
    const running = Promise.all(writers.map(({ ended }) => ended));
    let done = false;
    void running.then(() => {
      done = true;
    });
    let seen = 0;
    while (!done) {
      const { chunks } = await store.sources.counts('shared', call);
      expect(chunks).toBeGreaterThanOrEqual(seen);
      expect(chunks % 10).toBe(0);
      seen = chunks;
      const terms = new Map([['common', 1]]);
      const found = await store.passages.lexical(terms, { namespace: 'shared' }, 1000, call);
      expect(found.length).toBeGreaterThanOrEqual(seen);
    }
    expect(writers.map(({ errors }) => errors())).toEqual(['', '']);
    expect((await running).map(([code]) => code)).toEqual([0, 0]);
    expect(await store.sources.counts('shared', call)).toEqual({ chunks: 300, pages: 30, sources: 2 });
    await store.close();
    const found = inspect();
    expect(found).toMatchObject({ integrity: 'ok', rows: 300, counted: 300 });
    expect(found.postings).toBe(found.frequencies);
    expect(found.postings).toBe(found.perChunk);
  });

  it('survives kill -9 in the middle of writing: nothing acknowledged is lost, nothing is half there', async () => {
    for (const name of ['first', 'second']) {
      const { child, lines, ended } = writer(name, 100_000);
      let acknowledged = 0;
      for await (const _line of lines) {
        acknowledged += 1;
        if (acknowledged === 15) child.kill('SIGKILL');
      }
      await ended;
      const store = await openStore();
      const sources = await store.sources.list('shared', { limit: 10, cursor: null }, call);
      const mine = sources.find(({ source_id }) => source_id === `${name}.example`);
      expect(mine?.chunks ?? 0).toBeGreaterThanOrEqual(acknowledged * 10);
      expect(mine?.chunks).toBe((mine?.pages ?? 0) * 10);
      const found = await store.passages.lexical(new Map([[name, 1]]), { namespace: 'shared' }, 1000, call);
      expect(found).toHaveLength(mine?.chunks ?? -1);
      await store.close();
      const state = inspect();
      expect(state.integrity).toBe('ok');
      expect(state.rows).toBe(state.counted);
      expect(state.postings).toBe(state.frequencies);
      expect(state.postings).toBe(state.perChunk);
    }
  });

  it('answers again after its thread ended idle, and holds no process open', async () => {
    const store = createSqliteVectorStore({ file, alias: 'knowledge', idleMs: 1 });
    await store.open(denseSpec, call);
    for (let round = 0; round < 3; round += 1) {
      // The last connection takes the write-ahead log with it: the thread has ended.
      await vi.waitFor(() => expect(existsSync(`${file}-wal`)).toBe(false), { timeout: 20_000 });
      expect(await store.sources.counts('shared', call)).toEqual({ chunks: 0, pages: 0, sources: 0 });
    }
    await store.close();
  });

  it('names a file that cannot be used as a store that is away, without its path', async () => {
    const store = createSqliteVectorStore({ file: folder, alias: 'knowledge' });
    const failure = await store.check(call).catch((thrown: unknown) => thrown);
    expect(failure).toMatchObject({ name: 'DependencyUnavailableError', code: 'vector_store_unavailable' });
    expect(String(failure)).not.toContain(folder);
    await store.close();
  });
});
