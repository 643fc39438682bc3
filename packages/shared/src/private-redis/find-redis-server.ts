import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PermanentError } from '../errors/app-error.js';
import { dockerImage } from './docker-redis.js';
import { findExecutable } from './find-executable.js';
import { unpackRedisServer } from './unpack-redis-server.js';

const run = promisify(execFile);
const names = ['redis-server', 'valkey-server'] as const;

/** How to start a Redis server here. */
export interface RedisServerCommand {
  /** Absolute path of the server, or of docker. */
  command: string;
  /** What the server needs in its environment beside the caller's own. */
  env: Record<string, string>;
  origin: 'path' | 'unpacked' | 'homebrew' | 'docker';
}

/**
 * Finds a Redis (or Valkey) server: on `searchPath`, else the distribution's packages unpacked into `dataDir`
 * (Debian, Ubuntu; no root needed), else through Homebrew or Docker after saying so in `log`. Safe to be called by
 * several processes at once. Throws PermanentError `redis_not_found` with what the user can do.
 */
export async function findRedisServer(options: {
  dataDir: string;
  log: (line: string) => void;
  /** Value of PATH. */
  searchPath: string;
}): Promise<RedisServerCommand> {
  const { dataDir, log, searchPath } = options;
  const onPath = await findExecutable(names, { searchPath });
  if (onPath !== null) return { command: onPath, env: {}, origin: 'path' };

  const reasons: string[] = [];
  const ways = [
    () => unpackRedisServer({ into: join(dataDir, 'redis-server'), log, searchPath }),
    () => fromHomebrew(options),
    () => fromDocker(options),
  ];
  for (const way of ways) {
    try {
      const found = await way();
      if (found !== null) return found;
    } catch (error) {
      reasons.push(error instanceof Error ? error.message.trim() : String(error));
    }
  }
  const tried = reasons.length > 0 ? ` Tried: ${reasons.join('; ')}.` : '';
  throw new PermanentError(
    'redis_not_found',
    'no Redis server was found on this machine. Install redis-server or valkey-server (Debian, Ubuntu: ' +
      'apt-get install redis-server; macOS: brew install redis; Fedora: dnf install valkey), or set REDIS_URL to ' +
      `one that runs.${tried}`,
  );
}

async function fromHomebrew(options: {
  log: (line: string) => void;
  searchPath: string;
}): Promise<RedisServerCommand | null> {
  const brew = await findExecutable(['brew'], options);
  if (brew === null) return null;
  const env = { ...process.env, PATH: options.searchPath };
  options.log('no redis-server found: installing it with Homebrew (brew install redis)');
  await run(brew, ['install', '--quiet', 'redis'], { env, timeout: 300_000 });
  const prefix = (await run(brew, ['--prefix', 'redis'], { env })).stdout.trim();
  const command = await findExecutable(names, { searchPath: join(prefix, 'bin') });
  return command === null ? null : { command, env: {}, origin: 'homebrew' };
}

async function fromDocker(options: {
  log: (line: string) => void;
  searchPath: string;
}): Promise<RedisServerCommand | null> {
  const docker = await findExecutable(['docker'], options);
  if (docker === null) return null;
  const env = { ...process.env, PATH: options.searchPath };
  try {
    await run(docker, ['info'], { env, timeout: 10_000 });
  } catch {
    throw new Error('docker is installed but its daemon does not answer');
  }
  options.log(`no redis-server found: running ${dockerImage} in Docker`);
  await run(docker, ['pull', '--quiet', dockerImage], { env, timeout: 300_000 });
  return { command: docker, env: {}, origin: 'docker' };
}
