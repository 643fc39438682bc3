import { describe, expect, it } from 'vitest';
import { chunkMarkdown } from './chunk-markdown.js';

const million = 1_000_000;
const fill = (unit: string, length = million) =>
  unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

const monsters: Record<string, string> = {
  'one word': fill('x'),
  'one emoji word': fill('👍🏽'),
  spaces: fill(' '),
  'empty lines': fill('\n'),
  'list items': '- an item of a list\n'.repeat(100_000),
  'nested quotes': `${'>'.repeat(100_000)} deep`,
  'nested quotes on many lines': fill(`${'>'.repeat(500)} a\n`),
  'nested items on one line': fill('- '),
  'ever deeper list': Array.from({ length: 1_200 }, (_, depth) => `${'  '.repeat(depth)}- a`).join('\n'),
  'table rows': `| a | b |\n|---|---|\n${'| 1 | 2 |\n'.repeat(100_000)}`,
  'one table row': `| a |\n|---|\n${fill('| a ')}`,
  headings: fill('# h\n'),
  fences: fill('```\na\n```\n'),
  'one open fence': `\`\`\`\n${fill('code\n')}`,
  'back ticks': fill('`'),
  brackets: fill('['),
  'full stops': fill('. '),
  dots: fill('.'),
  hashes: fill('#'),
  'short lines': fill('a\n'),
  'carriage returns': fill('a\r'),
  'stacked marks': `a${fill('\u0301')}`,
  'under the limit of the full parser, deep': fill('- '.repeat(12), 90_000),
  'under the limit of the full parser, brackets': fill('[a](', 90_000),
};

describe('chunkMarkdown takes linear time', () => {
  it.each(Object.keys(monsters))(
    '%s',
    (name) => {
      const text = monsters[name] ?? '';
      // CPU time: the machine may be busy with other tests.
      const before = process.cpuUsage();
      const chunks = chunkMarkdown(text);
      const { user, system } = process.cpuUsage(before);
      expect(chunks.map(({ coreStart, end }) => text.slice(coreStart, end)).join('')).toBe(text);
      expect(Math.max(...chunks.map(({ start, end }) => end - start))).toBeLessThanOrEqual(1_600);
      expect((user + system) / 1_000).toBeLessThan(10_000);
    },
    60_000,
  );
});
