import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { dyingWithParent } from './dying-with-parent.js';
import { findExecutable } from './find-executable.js';
import { isRunning, processStartMark } from './process-identity.js';

const searchPath = process.env.PATH ?? '';

/** A parent of its own that spawns the guarded command and prints the pid of the real process. */
function parentOf(guarded: Awaited<ReturnType<typeof dyingWithParent>>): ChildProcess {
  const script = `
    const { spawn } = require('node:child_process');
    const guarded = ${JSON.stringify(guarded)};
    const stdin = guarded.needsStdinPipe ? 'pipe' : 'ignore';
    const child = spawn(guarded.command, guarded.args, { detached: true, stdio: [stdin, 'pipe', 'ignore'] });
    if (guarded.printsPid) child.stdout.once('data', (data) => console.log(String(data).trim()));
    else child.once('spawn', () => console.log(child.pid));
    child.once('exit', (code) => console.log('exit ' + code));
    setInterval(() => {}, 1000);
  `;
  return spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('no stdout');
  for await (const line of createInterface({ input: child.stdout })) return line;
  throw new Error('no line');
}

async function gone(pid: number, mark: string | null): Promise<void> {
  const deadline = Date.now() + 5_000;
  while (await isRunning(pid, mark)) {
    if (Date.now() > deadline) throw new Error(`${pid} outlived its parent`);
    await new Promise((wake) => setTimeout(wake, 20));
  }
}

test.each(['linux', 'darwin'] as const)(
  'guarded the %s way, ends when its parent is killed',
  async (platform) => {
    const guarded = await dyingWithParent('/bin/sleep', ['600'], { searchPath, platform });
    const setpriv = await findExecutable(['setpriv'], { searchPath });
    expect(guarded.needsStdinPipe).toBe(platform === 'darwin' || setpriv === null);
    const parent = parentOf(guarded);
    const pid = Number(await firstLine(parent));
    const mark = await processStartMark(pid);
    expect(mark).not.toBeNull();
    parent.kill('SIGKILL');
    await gone(pid, mark);
  },
);

test('the watchdog passes the exit code on and leaves nothing', async () => {
  const guarded = await dyingWithParent('/bin/sh', ['-c', 'exit 7'], { searchPath, platform: 'darwin' });
  const child = spawn(guarded.command, guarded.args, { stdio: ['pipe', 'ignore', 'ignore'] });
  const [code] = await once(child, 'exit');
  child.stdin.destroy();
  expect(code).toBe(7);
});
