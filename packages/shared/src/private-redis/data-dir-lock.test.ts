import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockDataDir, readDataDirHolder } from './data-dir-lock.js';
import { processStartMark } from './process-identity.js';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'data-dir-lock-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

test('a second start is told what runs and where', async () => {
  const lock = await lockDataDir({ dataDir, what: 'agentic-search up' });
  await lock.announce('http://127.0.0.1:8787');
  await expect(lockDataDir({ dataDir, what: 'x' })).rejects.toMatchObject({
    code: 'data_dir_in_use',
    detail: expect.stringMatching(new RegExp(`agentic-search up.*pid ${process.pid}.*http://127.0.0.1:8787`)),
  });
  expect(await readDataDirHolder(dataDir)).toEqual({ pid: process.pid, url: 'http://127.0.0.1:8787' });
  await lock.release();
  expect(await readDataDirHolder(dataDir)).toBeNull();
  await (await lockDataDir({ dataDir, what: 'x' })).release();
  expect(await readdir(dataDir)).toEqual([]);
});

test('a lock of a dead process, of a reused pid, or torn, is taken over by exactly one', async () => {
  const dead = spawn(process.execPath, ['-e', ''], { stdio: 'ignore' });
  await once(dead, 'exit');
  const holder = { what: 'old', since: 'then', url: null };
  const stale = [
    JSON.stringify({ ...holder, pid: dead.pid, start_mark: null }),
    JSON.stringify({ ...holder, pid: process.pid, start_mark: `not ${await processStartMark(process.pid)}` }),
    '{"pid": 1',
  ];
  const claimed = stale[0] ?? '';
  const claim = `claim-${createHash('sha256').update(claimed).digest('hex').slice(0, 16)}-0`;
  // A claimant that died as well must not block the folder for ever.
  await writeFile(join(dataDir, `up.lock.${claim}`), claimed);
  for (const text of Array.from({ length: 10 }, () => stale).flat()) {
    await writeFile(join(dataDir, 'up.lock'), text);
    const starts = await Promise.allSettled(
      Array.from({ length: 8 }, () => lockDataDir({ dataDir, what: 'new' })),
    );
    const won = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
    expect(won).toHaveLength(1);
    await won[0]?.release();
    expect(await readdir(dataDir)).toEqual([]);
  }
});

test('a folder that cannot be one is told by its name, not by a stack', async () => {
  await writeFile(join(dataDir, 'file'), '');
  for (const folder of ['file', 'file/below']) {
    await expect(lockDataDir({ dataDir: join(dataDir, folder), what: 'x' })).rejects.toMatchObject({
      code: 'data_dir_unusable',
      detail: expect.stringContaining(join(dataDir, folder)),
    });
  }
});
