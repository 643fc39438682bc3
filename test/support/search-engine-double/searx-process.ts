import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { hasRecorded, recordedFolder } from '../recorded.js';

const program = '/usr/bin/searx-run';
const settingsFile = 'searx-settings.yml';

/** Tells whether Debian's searx and the settings for it are on this machine. */
export const hasSearx = existsSync(program) && hasRecorded(settingsFile);

/** Starts a real searx over the given upstream (JSON search on `/search`); gives its address once it is up. */
export async function startSearx(upstream: URL): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'searx-'));
  const port = await freePort();
  const settings = readFileSync(path.join(recordedFolder, settingsFile), 'utf8')
    .replace(/^(\s+port:) 8888$/m, `$1 ${port}`)
    .replaceAll('127.0.0.1:8090', upstream.host);
  const settingsPath = path.join(folder, 'settings.yml');
  writeFileSync(settingsPath, settings);
  const child = spawn(program, [], {
    stdio: 'ignore',
    env: { PATH: process.env.PATH ?? '/usr/bin:/bin', HOME: folder, SEARX_SETTINGS_PATH: settingsPath },
  });
  const stop = async (): Promise<void> => {
    await end(child);
    rmSync(folder, { recursive: true, force: true });
  };
  const url = `http://127.0.0.1:${port}`;
  try {
    await untilUp(`${url}/healthz`, child);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, stop };
}

async function untilUp(url: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + 30_000;
  while (Date.now() < deadline && child.exitCode === null) {
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok) return;
    await wait(50);
  }
  throw new Error(`searx did not come up (exit code ${child.exitCode})`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
