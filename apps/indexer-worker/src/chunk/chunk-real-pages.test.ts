import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BlockMap } from './block-map.js';
import { chunkMarkdown } from './chunk-markdown.js';
import { parseBlocks } from './parse-blocks.js';
import { scanBlocks } from './scan-blocks.js';
import { checkPartition, checkWhole, wholeBlocks } from './testing/check-invariants.js';

const data = process.env.BENCH_DATA ?? fileURLToPath(new URL('../../../../../shared/data', import.meta.url));
const archive = join(data, 'chunking/real-markdown/markdown.tar.xz');

describe.skipIf(!existsSync(archive))('chunkMarkdown on real pages', () => {
  const folder = mkdtempSync(join(tmpdir(), 'real-markdown-'));
  const pages: { markdown: string; map: BlockMap; whole: ReturnType<typeof wholeBlocks> }[] = [];

  beforeAll(() => {
    execFileSync('tar', ['-xJf', archive, '-C', folder]);
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (!name.endsWith('.md')) continue;
      const markdown = readFileSync(join(folder, name), 'utf8');
      pages.push({ markdown, map: parseBlocks(markdown), whole: wholeBlocks(markdown) });
    }
  }, 240_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each([
    { size: 1_600, overlap: 200 },
    { size: 400, overlap: 80 },
  ])(
    'keeps every invariant at $size/$overlap',
    ({ size, overlap }) => {
      expect(pages.length).toBeGreaterThan(200);
      for (const { markdown, map, whole } of pages) {
        const chunks = chunkMarkdown(markdown, { size, overlap }, map);
        checkPartition(markdown, chunks, size, overlap);
        checkWhole(markdown, chunks, size, whole);
      }
    },
    240_000,
  );

  it('finds the same code blocks, rows and headings with the line scanner', () => {
    const pair = (markdown: string, kind: 'code' | 'rows' | 'headings') => {
      const [exact, scanned] = [parseBlocks(markdown)[kind], scanBlocks(markdown)[kind]];
      return [exact, scanned].map((blocks) => blocks.map(({ start, end }) => `${start}-${end}`));
    };
    let same = 0;
    let all = 0;
    for (const { markdown } of pages) {
      for (const kind of ['code', 'rows', 'headings'] as const) {
        const [exact = [], scanned = []] = pair(markdown, kind);
        const known = new Set(scanned);
        same += exact.filter((span) => known.has(span)).length;
        all += exact.length;
      }
    }
    expect(all).toBeGreaterThan(3_000);
    expect(same / all).toBeGreaterThan(0.99);
  }, 240_000);
});
