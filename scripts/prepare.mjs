// Needs nothing but Node: it runs before anything is installed.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The project's folder, without a trailing slash. */
export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[/\\]$/, '');

/** Installs what the lock names where it is missing or another version, then builds what changed. Exits on failure. */
export function prepare(log) {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19))
    fail(`Node ${process.versions.node} is too old: 20.19 is needed`);
  const why = installFault();
  if (why !== null) {
    log(`installing dependencies (${why})`);
    run('npm', ['ci', '--no-audit', '--no-fund'], 'npm ci');
  }
  run(process.execPath, [`${root}/node_modules/typescript/bin/tsc`, '-b'], 'the build');
}

/** Says why the installed packages are not those of the lock; null when they are. */
function installFault() {
  const installedFile = `${root}/node_modules/.package-lock.json`;
  if (!existsSync(installedFile)) return 'nothing is installed yet';
  const wanted = JSON.parse(readFileSync(`${root}/package-lock.json`, 'utf8')).packages;
  const installed = JSON.parse(readFileSync(installedFile, 'utf8')).packages;
  for (const [path, entry] of Object.entries(wanted)) {
    if (!path.startsWith('node_modules/') || entry.link) continue;
    const present = installed[path];
    // Optional packages are left out on systems they are not for.
    if (present === undefined && !entry.optional && !entry.peer) return `${path.slice(13)} is missing`;
    if (present !== undefined && present.version !== entry.version) return `${path.slice(13)} is out of date`;
  }
  return null;
}

function run(command, args, what) {
  const shell = process.platform === 'win32' && command === 'npm';
  // Standard output stays the caller's own.
  const done = spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2], shell });
  if (done.status !== 0) fail(`${what} failed`);
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
