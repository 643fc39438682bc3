import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { access, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findExecutable } from './find-executable.js';
import type { RedisServerCommand } from './find-redis-server.js';

const run = promisify(execFile);
// What Debian and Ubuntu link their Redis against beside the C library and what apt itself needs.
const usualLibraries = ['libjemalloc2', 'liblzf1', 'libatomic1'];

interface Apt {
  aptGet: string;
  aptCache: string | null;
  env: NodeJS.ProcessEnv;
  options: string[];
  cwd: string;
}

/**
 * Unpacks the distribution's redis-server packages into the folder `into`, without root and without installing
 * anything; a folder that is there already is used as it is. Gives null where there is no apt-get and dpkg.
 * Throws when the packages cannot be had or the server in them does not start.
 */
export async function unpackRedisServer(options: {
  into: string;
  log: (line: string) => void;
  searchPath: string;
}): Promise<RedisServerCommand | null> {
  const { into, log, searchPath } = options;
  const ready = await asCommand(into);
  if (ready !== null) return ready;
  const aptGet = await findExecutable(['apt-get'], options);
  const dpkg = await findExecutable(['dpkg'], options);
  if (aptGet === null || dpkg === null) return null;

  log('no redis-server found: unpacking the distribution’s packages into the data folder');
  const work = `${into}.${randomUUID()}`;
  const downloads = join(work, 'downloads');
  const root = join(work, 'root');
  try {
    await mkdir(downloads, { recursive: true });
    const env = { ...process.env, PATH: searchPath, LC_ALL: 'C' };
    const aptCache = await findExecutable(['apt-cache'], options);
    await download({ aptGet, aptCache, env, options: sandbox(), cwd: downloads }, work);
    for (const file of await readdir(downloads))
      await run(dpkg, ['-x', join(downloads, file), root], { env });
    const unpacked = await asCommand(root);
    if (unpacked === null) throw new Error('the redis-server package holds no server');
    await run(unpacked.command, ['--version'], { env: { ...env, ...unpacked.env } });
    await rename(root, into).catch(() => undefined);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  // Whoever renamed first won; both unpacked the same packages.
  const found = await asCommand(into);
  if (found === null) throw new Error(`${into} could not be written`);
  return found;
}

/** Fetches the packages; falls back to package lists of our own where the system's are empty or out of date. */
async function download(apt: Apt, work: string): Promise<void> {
  try {
    await downloadPackages(apt);
  } catch {
    const lists = join(work, 'lists');
    const cache = join(work, 'cache');
    await mkdir(join(lists, 'partial'), { recursive: true });
    await mkdir(join(cache, 'archives', 'partial'), { recursive: true });
    const own = [...apt.options, '-o', `Dir::State::lists=${lists}`, '-o', `Dir::Cache=${cache}`];
    await run(apt.aptGet, [...own, '-q', 'update'], { env: apt.env, timeout: 120_000 });
    await downloadPackages({ ...apt, options: own });
  }
}

async function downloadPackages(apt: Apt): Promise<void> {
  const packages = ['redis-server', 'redis-tools', ...(await libraries(apt))];
  await run(apt.aptGet, [...apt.options, '-q', 'download', ...packages], {
    env: apt.env,
    cwd: apt.cwd,
    timeout: 120_000,
  });
}

async function libraries(apt: Apt): Promise<string[]> {
  if (apt.aptCache === null) return usualLibraries;
  try {
    const args = [...apt.options, 'depends', '--no-recommends', '--no-suggests', 'redis-tools'];
    const { stdout } = await run(apt.aptCache, args, { env: apt.env });
    const names = [...stdout.matchAll(/^\s*\|?Depends: (lib[\w.+-]+)$/gm)].flatMap((match) => match[1] ?? []);
    // The machine's own C library and systemd library fit its loader; others may be missing on slim systems.
    return names.filter((name) => !/^lib(c6|systemd0)$/.test(name));
  } catch {
    return usualLibraries;
  }
}

/** Root's apt would drop to a user that cannot write into our folder. */
function sandbox(): string[] {
  return process.getuid?.() === 0 ? ['-o', 'APT::Sandbox::User=root'] : ['-o', 'Debug::NoLocking=1'];
}

async function asCommand(root: string): Promise<RedisServerCommand | null> {
  const command = join(root, 'usr', 'bin', 'redis-server');
  try {
    await access(command);
  } catch {
    return null;
  }
  const folders: string[] = [];
  for (const base of ['usr/lib', 'lib']) {
    for (const entry of await readdir(join(root, base)).catch(() => [])) {
      if (entry.includes('-linux-')) folders.push(join(root, base, entry));
    }
  }
  return { command, env: { LD_LIBRARY_PATH: folders.join(':') }, origin: 'unpacked' };
}
