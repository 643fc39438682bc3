import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const command = join(root, 'apps/cli/bin/agentic-search.js');
const built = existsSync(join(root, 'apps/api/dist/main.js'));

let folder: string;
const started: ChildProcess[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'command-line-'));
  const site = join(folder, 'docs', 'gauges');
  await mkdir(site, { recursive: true });
  await writeFile(
    join(site, 'pressure.md'),
    '# Pressure gauges\n\nHow pressure gauges of the Norwell plant are fitted, read and cared for over the years of their service.\n\n' +
      '## Limits\n\nThe Norwell pressure gauge must be replaced after 4200 hours of service.\n',
  );
  await writeFile(
    join(site, 'flow.md'),
    '# Flow meters\n\nFlow meters measure how much passes through a pipe in a minute.\n',
  );
});
afterEach(async () => {
  for (const child of started.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const gone = new Promise((done) => child.once('exit', done));
    child.kill('SIGTERM');
    await gone;
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Done {
  code: number | null;
  out: string;
  err: string;
}
function launch(args: string[], dataDir: string): { child: ChildProcess; done: Promise<Done> } {
  const env = { ...process.env, DATA_DIR: dataDir, JOB_LOCK_MS: '2000', LOG_LEVEL: 'warn' };
  const child = spawn(process.execPath, [command, ...args], {
    env,
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
  const texts = { out: '', err: '' };
  child.stdout?.on('data', (data: Buffer) => {
    texts.out += data.toString();
    child.emit('text', texts.out);
  });
  child.stderr?.on('data', (data: Buffer) => {
    texts.err += data.toString();
  });
  const done = new Promise<Done>((resolve) => {
    child.once('close', (code) => resolve({ code, ...texts }));
  });
  return { child, done };
}

/** Starts `up` and gives its address once it says that it is ready. */
async function up(dataDir: string): Promise<{ child: ChildProcess; done: Promise<Done>; url: string }> {
  const running = launch(['up', '--port', '0', '--documents', join(folder, 'docs')], dataDir);
  const url = await new Promise<string>((resolve, reject) => {
    running.child.on('text', (text: string) => {
      const found = /^ready (http:\/\/127\.0\.0\.1:\d+)\n$/.exec(text)?.[1];
      if (found !== undefined) resolve(found);
    });
    void running.done.then(({ err }) => reject(new Error(`up ended: ${err}`)));
  });
  return { ...running, url };
}

/** Processes that carry this data folder in their environment or are its Redis. */
function processesOver(dataDir: string): number[] {
  return readdirSync('/proc').flatMap((entry) => {
    if (!/^\d+$/.test(entry) || Number(entry) === process.pid) return [];
    try {
      const read = (name: string): string => readFileSync(`/proc/${entry}/${name}`, 'utf8');
      return `${read('environ')}\0`.includes(`DATA_DIR=${dataDir}\0`) ? [Number(entry)] : [];
    } catch {
      return [];
    }
  });
}

async function until(
  check: () => boolean | Promise<boolean>,
  timeoutMs: number,
  what: string,
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await check())) {
    if (Date.now() > deadline) throw new Error(`not in time: ${what}`);
    await new Promise((wake) => setTimeout(wake, 50));
  }
}
const question = 'After how many hours must the Norwell pressure gauge be replaced?';

describe.skipIf(!built)('the built command', () => {
  test('up answers a question and ends with nothing left', async () => {
    const dataDir = join(folder, 'answer');
    const running = await up(dataDir);
    const { code, out } = await launch(['search', question, '--json'], dataDir).done;
    const lines = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.slice(0, 3).map((entry) => entry.action)).toEqual(['local_check', 'web_search', 'crawl']);
    expect(lines.at(-1)).toMatchObject({ state: 'completed', result: { answer: { found: true } } });
    expect(lines.at(-1).result.answer.text).toContain('4200 hours');
    expect(code).toBe(lines.at(-1).result.status === 'complete' ? 0 : 3);

    const human = await launch(['search', question], dataDir).done;
    expect(human.out).toMatch(/local_check .*\n.*answer .*4200 hours.*pressure\.md.*Receipt: /s);

    running.child.kill('SIGTERM');
    expect(await running.done).toMatchObject({ code: 0, out: `ready ${running.url}\n` });
    if (process.platform === 'linux') expect(processesOver(dataDir)).toEqual([]);
  }, 240_000);

  test('search starts a system for the occasion where none runs, and ends it', async () => {
    const dataDir = join(folder, 'occasion');
    const { code, err, out } = await launch(['search', question, '--json', '--max-iterations', '0'], dataDir)
      .done;
    expect(err).toContain('starting one for this question');
    expect(JSON.parse(out.trim().split('\n').at(-1) ?? '')).toMatchObject({
      state: 'completed',
      result: { answer: { found: false } },
    });
    expect(code).toBe(3);
    if (process.platform === 'linux') expect(processesOver(dataDir)).toEqual([]);
  }, 240_000);

  test.skipIf(process.platform !== 'linux')(
    'kill -9 of up leaves no process, and the next up finishes the search',
    async () => {
      const dataDir = join(folder, 'killed');
      const first = await up(dataDir);
      // Nothing of the pipeline runs while the orchestrator stands still, so the search is there and unfinished.
      const orchestrator = processesOver(dataDir).find((pid) =>
        readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('orchestrator/dist'),
      );
      process.kill(orchestrator ?? 0, 'SIGSTOP');
      const created = await fetch(`${first.url}/v1/searches`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query: question }),
      });
      const { id } = (await created.json()) as { id: string };
      expect(created.status).toBe(202);
      expect(processesOver(dataDir).length).toBeGreaterThan(5);
      first.child.kill('SIGKILL');
      await until(() => processesOver(dataDir).length === 0, 5_000, 'all processes gone');

      const second = await up(dataDir);
      const state = async (): Promise<string> =>
        ((await (await fetch(`${second.url}/v1/searches/${id}`)).json()) as { state: string }).state;
      await until(async () => (await state()) === 'completed', 60_000, 'the search is finished');
    },
    240_000,
  );
});
