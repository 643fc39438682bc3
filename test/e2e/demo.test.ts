import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const dataDir = join(root, '.data', 'demo');
const built = existsSync(join(root, 'apps/api/dist/main.js'));

function demo(...args: string[]): Promise<{ code: number; out: string }> {
  return new Promise((resolve) => {
    const command = [join(root, 'scripts/demo.mjs'), ...args];
    execFile(process.execPath, command, { cwd: root, maxBuffer: 2 ** 24 }, (error, out, err) => {
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), out: error === null ? out : out + err });
    });
  });
}

function leftBehind(): string[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc').filter((entry) => {
    try {
      return (
        /^\d+$/.test(entry) &&
        readFileSync(`/proc/${entry}/environ`, 'utf8').includes(`DATA_DIR=${dataDir}\0`)
      );
    } catch {
      return false;
    }
  });
}

/** The actions of each ask's timeline, in order, and what followed it. */
function asks(out: string): { actions: string[]; text: string }[] {
  return out
    .split(/^\? /m)
    .slice(1)
    .map((text) => ({
      actions: [...text.matchAll(/^ {2}\d+ {2}(\w+)/gm)].map((match) => match[1] ?? ''),
      text,
    }));
}

describe.skipIf(!built)('npm run demo', () => {
  test('an option it does not have is wrong usage, not a question', async () => {
    const { code, out } = await demo('--crsh');
    expect([code, out]).toEqual([2, expect.stringContaining('--crsh')]);
  });

  test('answers from a page it had to crawl, and the second time from the knowledge base', async () => {
    const { code, out } = await demo();
    expect(out).toMatch(/\d{3} pages of \d{2} packages/);
    const [first, second] = asks(out);
    expect(first?.actions).toEqual(
      expect.arrayContaining(['local_check', 'web_search', 'crawl', 'recheck', 'answer']),
    );
    expect(first?.text).toMatch(/\[1\] .*\n\s+http:\/\/127\.0\.0\.1:\d+\/\S+\n\s+“.*”/);
    expect(first?.text).toMatch(/Receipt: complete/);
    expect(second?.actions).toEqual(['local_check', 'answer']);
    expect(out).toContain('nothing was crawled');
    expect(out).toContain('Try next');
    expect(code).toBe(0);
    expect(leftBehind()).toEqual([]);
  }, 240_000);

  test('survives kill -9 of the orchestrator and a crawler in the middle of the crawl', async () => {
    const { code, out } = await demo('--crash');
    expect(out).toMatch(/kill -9 crawler-worker-1 \(pid \d+\) and orchestrator-1 \(pid \d+\) in step crawl/);
    expect(out).toContain('every step is in its history once');
    expect(code).toBe(0);
    expect(leftBehind()).toEqual([]);
  }, 240_000);
});
