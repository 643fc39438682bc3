import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { longMarkdown } from '../testing/index-job.js';
import { createPagePreparer } from './create-page-preparer.js';
import { preparePage } from './prepare-page.js';

const page = { title: 'T', language: 'en', size: 600, overlap: 80, codeExamples: true };
const { signal } = new AbortController();
const folder = mkdtempSync(join(tmpdir(), 'hostile-'));
const hostile = (code: string) => {
  const filename = join(folder, `${randomUUID()}.mjs`);
  writeFileSync(filename, `export default () => { ${code} }`);
  return { filename, execArgv: [] };
};

describe('createPagePreparer', () => {
  const preparer = createPagePreparer({ threads: 1 });
  afterAll(async () => {
    await preparer.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('gives from its thread what the function gives', async () => {
    const markdown = longMarkdown(5);
    expect(await preparer.prepare({ ...page, markdown }, signal)).toEqual(preparePage({ ...page, markdown }));
  });

  it('leaves the event loop free while it cuts 5 MB', async () => {
    const markdown = longMarkdown(5_000);
    expect(markdown.length).toBeGreaterThan(5_000_000);
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 20);
    const { text, code } = await preparer.prepare({ ...page, markdown }, signal);
    clearInterval(timer);
    expect(turns).toBeGreaterThan(5);
    expect(text.at(-1)?.end).toBe(markdown.length);
    expect(code.length).toBe(5_000);
  }, 60_000);

  it('gives a page up that takes too long or too much memory, and goes on', async () => {
    const slow = createPagePreparer({ threads: 1, timeLimitMs: 300, entry: hostile('for (;;) {}') });
    await expect(slow.prepare({ ...page, markdown: 'a' }, signal)).rejects.toMatchObject({
      code: 'page_too_complex',
    });
    await expect(slow.prepare({ ...page, markdown: 'a' }, signal)).rejects.toMatchObject({
      code: 'page_too_complex',
    });
    await slow.close();
    const greedy = createPagePreparer({
      threads: 1,
      maxMemoryMb: 32,
      entry: hostile('const all = []; for (;;) all.push({ a: [1] });'),
    });
    await expect(greedy.prepare({ ...page, markdown: 'a' }, signal)).rejects.toMatchObject({
      code: 'page_too_complex',
    });
    await greedy.close();
  }, 60_000);

  it('stops on abort with the reason given', async () => {
    const slow = createPagePreparer({ threads: 1, entry: hostile('for (;;) {}') });
    const controller = new AbortController();
    const run = slow.prepare({ ...page, markdown: 'a' }, controller.signal);
    controller.abort(new Error('enough'));
    await expect(run).rejects.toThrow('enough');
    await slow.close();
  });
});
