import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { answersPing } from './answers-ping.js';
import { findExecutable } from './find-executable.js';
import { findRedisServer } from './find-redis-server.js';
import { startPrivateRedis } from './start-private-redis.js';

const everything = process.env.PATH ?? '';
const hasApt = (await findExecutable(['apt-get'], { searchPath: everything })) !== null;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'find-redis-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** All commands of this machine but Redis. */
async function pathWithoutRedis(): Promise<string> {
  const bin = join(folder, 'bin');
  await mkdir(bin);
  for (const source of everything.split(':').reverse()) {
    for (const name of await readdir(source).catch(() => [])) {
      if (/^(redis|valkey)-|^docker$/.test(name)) continue;
      await rm(join(bin, name), { force: true });
      await symlink(join(source, name), join(bin, name));
    }
  }
  return bin;
}

async function executable(path: string, script: string): Promise<void> {
  await writeFile(path, `#!/bin/sh\n${script}\n`);
  await chmod(path, 0o755);
}

test('takes the server that is on the PATH, Valkey too', async () => {
  const bin = join(folder, 'valkey-bin');
  await mkdir(bin);
  await executable(join(bin, 'valkey-server'), 'exit 0');
  const found = await findRedisServer({ dataDir: folder, log: () => undefined, searchPath: bin });
  expect(found).toEqual({ command: join(bin, 'valkey-server'), env: {}, origin: 'path' });
});

test('says what to do when there is nothing, and what was tried', async () => {
  const bin = join(folder, 'docker-bin');
  await mkdir(bin);
  await executable(join(bin, 'docker'), 'exit 1');
  await expect(
    findRedisServer({ dataDir: folder, log: () => undefined, searchPath: bin }),
  ).rejects.toMatchObject({
    code: 'redis_not_found',
    detail: expect.stringMatching(
      /apt-get install redis-server.*REDIS_URL.*docker .*daemon does not answer/s,
    ),
  });
});

test('says so before it takes Docker', async () => {
  const bin = join(folder, 'live-docker-bin');
  await mkdir(bin);
  await executable(join(bin, 'docker'), 'exit 0');
  const said: string[] = [];
  const found = await findRedisServer({
    dataDir: folder,
    log: (line) => said.push(line),
    searchPath: bin,
  });
  expect(found.origin).toBe('docker');
  expect(said.join()).toMatch(/Docker/);
});

describe.skipIf(!hasApt)('on Debian and Ubuntu', () => {
  test('unpacks the packages into the data folder, callers at once included, and that server runs', async () => {
    const searchPath = await pathWithoutRedis();
    const dataDir = join(folder, 'data');
    const said: string[] = [];
    const find = (): ReturnType<typeof findRedisServer> =>
      findRedisServer({ dataDir, log: (line) => said.push(line), searchPath });
    const [one, two] = await Promise.all([find(), find()]);
    expect(one).toEqual(two);
    expect(one.origin).toBe('unpacked');
    expect(one.command.startsWith(dataDir)).toBe(true);
    expect(await readdir(dataDir)).toEqual(['redis-server']);
    const { stdout } = await promisify(execFile)(one.command, ['--version'], { env: one.env });
    expect(stdout).toMatch(/Redis server v=/);

    const before = said.length;
    const again = await find();
    expect(again).toEqual(one);
    expect(said).toHaveLength(before);
    const redis = await startPrivateRedis({ dataDir, server: again, searchPath });
    expect(await answersPing(redis.url)).toBe(true);
    await redis.stop();
  }, 120_000);

  test('fills package lists of its own where the machine has none', async () => {
    const lists = join(folder, 'no-lists');
    await mkdir(join(lists, 'partial'), { recursive: true });
    await writeFile(join(folder, 'apt.conf'), `Dir::State::lists "${lists}";\n`);
    const dataDir = join(folder, 'bare');
    vi.stubEnv('APT_CONFIG', join(folder, 'apt.conf'));
    try {
      const searchPath = join(folder, 'bin');
      const found = await findRedisServer({ dataDir, log: () => undefined, searchPath });
      expect(found.origin).toBe('unpacked');
    } finally {
      vi.unstubAllEnvs();
    }
    expect(await readdir(dataDir)).toEqual(['redis-server']);
    expect(await readdir(lists)).toEqual(['partial']);
  }, 180_000);
});
