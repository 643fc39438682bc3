import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { DependencyUnavailableError, PermanentError } from '../errors/app-error.js';
import { answersPing } from './answers-ping.js';
import { dockerRunArgs } from './docker-redis.js';
import { dyingWithParent, type GuardedCommand } from './dying-with-parent.js';
import type { RedisServerCommand } from './find-redis-server.js';
import { isRunning, processStartMark } from './process-identity.js';
import { redisConfigFile } from './redis-config-file.js';
import { claimPort } from './remembered-port.js';

/** What a private Redis is started from; times in ms. */
export interface PrivateRedisOptions {
  /** Its files go to `dataDir`/redis; one running instance a folder. */
  dataDir: string;
  server: RedisServerCommand;
  /** Value of PATH, for the guard that ends it with its parent. */
  searchPath: string;
  appendfsync?: 'always' | 'everysec';
  /** How long it may take until it answers, loading included. */
  startTimeoutMs?: number;
}

/** A Redis server that this process started and owns. */
export interface PrivateRedis {
  /** redis://:PASSWORD@127.0.0.1:PORT; the same at each start over the same folder while the port is free. */
  readonly url: string;
  readonly pid: number;
  /** Resolves with the exit code (null when killed) once it is gone, however that came. */
  readonly exited: Promise<number | null>;
  /** Ends it in order: everything is on the disk. */
  stop(): Promise<void>;
  /** SIGKILL, for tests of exactly that; resolves when it is gone. */
  kill(): Promise<void>;
}

/**
 * Starts a Redis of our own: loopback, password, `noeviction`, append-only file. It dies with this process.
 * Throws DependencyUnavailableError `private_redis_failed` when it does not come up in time.
 */
export async function startPrivateRedis(options: PrivateRedisOptions): Promise<PrivateRedis> {
  const folder = resolve(options.dataDir, 'redis');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await waitForPredecessor(join(folder, 'redis.pid'));
  const password = await rememberedPassword(join(folder, 'password'));
  const { port } = await claimPort(join(folder, 'port'));
  const inDocker = options.server.origin === 'docker';
  const configFile = join(folder, 'redis.conf');
  const config = redisConfigFile({
    bind: inDocker ? '0.0.0.0' : '127.0.0.1',
    port: inDocker ? 6379 : port,
    folder: inDocker ? '/data' : folder,
    logFile: inDocker ? '' : join(folder, 'redis.log'),
    password,
    appendfsync: options.appendfsync ?? 'always',
  });
  await writeFile(configFile, config, { mode: 0o600 });

  const name = `agentic-search-redis-${port}`;
  const guarded: GuardedCommand = inDocker
    ? {
        command: options.server.command,
        args: dockerRunArgs({ name, folder, port }),
        needsStdinPipe: true,
        printsPid: false,
      }
    : await dyingWithParent(options.server.command, [configFile], options);
  const child = spawn(guarded.command, guarded.args, {
    // A session of its own: Ctrl-C on the terminal must not end it before those that still write.
    detached: true,
    env: { ...process.env, ...options.server.env },
    stdio: [guarded.needsStdinPipe ? 'pipe' : 'ignore', guarded.printsPid ? 'pipe' : 'ignore', 'ignore'],
  });
  const exited = exitOf(child);
  const pid = await realPid(child, guarded);
  await writeFile(join(folder, 'redis.pid'), `${pid} ${(await processStartMark(pid)) ?? ''}\n`);

  const signal = async (which: 'SIGTERM' | 'SIGKILL'): Promise<void> => {
    if (inDocker) execFile(options.server.command, ['kill', `--signal=${which}`, name], () => undefined);
    else if (child.exitCode === null && child.signalCode === null) sendTo(pid, which);
  };
  const kill = async (): Promise<void> => {
    await signal('SIGKILL');
    await exited;
  };
  const url = `redis://:${password}@127.0.0.1:${port}`;
  if (!(await comesUp(url, exited, options.startTimeoutMs ?? 20_000))) {
    await kill();
    const log = await readFile(join(folder, 'redis.log'), 'utf8').catch(() => '');
    const last = log.trim().split('\n').slice(-3).join(' | ');
    throw new DependencyUnavailableError('private_redis_failed', `the private Redis did not start: ${last}`);
  }
  return {
    url,
    pid,
    exited,
    kill,
    async stop() {
      await (inDocker ? signal('SIGKILL') : signal('SIGTERM'));
      const late = setTimeout(() => void signal('SIGKILL'), 10_000);
      await exited;
      clearTimeout(late);
    },
  };
}

/** After a death the old server may need a moment to go; two over one folder would spoil the file. */
async function waitForPredecessor(pidFile: string): Promise<void> {
  const [pid, mark] = (await readFile(pidFile, 'utf8').catch(() => '')).trim().split(' ');
  if (!pid || !mark) return;
  const deadline = Date.now() + 5_000;
  while (await isRunning(Number(pid), mark)) {
    if (Date.now() > deadline) {
      throw new PermanentError(
        'private_redis_running',
        `another Redis (pid ${pid}) still uses this data folder`,
      );
    }
    await new Promise((wake) => setTimeout(wake, 50));
  }
}

async function rememberedPassword(file: string): Promise<string> {
  const before = (await readFile(file, 'utf8').catch(() => '')).trim();
  if (/^[0-9a-f]{32}$/.test(before)) return before;
  const password = randomBytes(16).toString('hex');
  await writeFile(file, `${password}\n`, { mode: 0o600 });
  return password;
}

function exitOf(child: ChildProcess): Promise<number | null> {
  return new Promise((done) => {
    child.once('exit', (code) => {
      child.stdin?.destroy();
      done(code);
    });
    child.once('error', () => done(null));
  });
}

async function realPid(child: ChildProcess, guarded: GuardedCommand): Promise<number> {
  if (!guarded.printsPid || child.stdout === null) return child.pid ?? 0;
  for await (const line of createInterface({ input: child.stdout })) return Number(line);
  return child.pid ?? 0;
}

async function comesUp(url: string, exited: Promise<unknown>, timeoutMs: number): Promise<boolean> {
  let gone = false;
  void exited.then(() => {
    gone = true;
  });
  const deadline = Date.now() + timeoutMs;
  while (!gone && Date.now() < deadline) {
    if (await answersPing(url)) return true;
    await new Promise((wake) => setTimeout(wake, 30));
  }
  return false;
}

function sendTo(pid: number, which: NodeJS.Signals): void {
  try {
    if (pid > 0) process.kill(pid, which);
  } catch {
    // Gone already.
  }
}
