import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunkMarkdown } from './chunk-markdown.js';
import { scanBlocks } from './scan-blocks.js';
import { arbitraryMarkdown } from './testing/arbitrary-markdown.js';
import { checkPartition, checkWhole, wholeBlocks } from './testing/check-invariants.js';

const sentence = 'The quick brown fox jumps over the lazy dog near the river. ';
const contents = (markdown: string, limits: { size: number; overlap: number }) =>
  chunkMarkdown(markdown, limits).map(({ start, end }) => markdown.slice(start, end));

describe('chunkMarkdown on generated pages', () => {
  const limits = fc.constantFrom(
    { size: 64, overlap: 0 },
    { size: 200, overlap: 40 },
    { size: 1_600, overlap: 200 },
  );

  it('keeps every invariant', () => {
    fc.assert(
      fc.property(arbitraryMarkdown, limits, (markdown, { size, overlap }) => {
        const chunks = chunkMarkdown(markdown, { size, overlap });
        checkPartition(markdown, chunks, size, overlap);
        checkWhole(markdown, chunks, size, wholeBlocks(markdown));
      }),
      { numRuns: 120 },
    );
  }, 60_000);

  it('keeps those of any text when the line scanner finds the blocks', () => {
    fc.assert(
      fc.property(arbitraryMarkdown, limits, (markdown, { size, overlap }) => {
        const map = scanBlocks(markdown);
        const chunks = chunkMarkdown(markdown, { size, overlap }, map);
        checkPartition(markdown, chunks, size, overlap);
        const own = [...map.items, ...map.rows].map((span) => ({ kind: 'block', ...span }));
        checkWhole(markdown, chunks, size, [...own, ...map.code.map((span) => ({ kind: 'fence', ...span }))]);
      }),
      { numRuns: 150 },
    );
  }, 60_000);

  it('takes any string at all', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (text) =>
        checkPartition(text, chunkMarkdown(text, { size: 64, overlap: 10 }), 64, 10),
      ),
      { numRuns: 300 },
    );
  });
});

describe('chunkMarkdown', () => {
  it('gives no chunk for an empty page and one for a short page', () => {
    expect(chunkMarkdown('')).toEqual([]);
    expect(chunkMarkdown('# A\n\nText.')).toEqual([{ start: 0, end: 10, coreStart: 0, headingPath: ['A'] }]);
  });

  it('refuses limits it cannot keep', () => {
    expect(() => chunkMarkdown('a', { size: 0 })).toThrow(RangeError);
    expect(() => chunkMarkdown('a', { size: 100, overlap: 51 })).toThrow(RangeError);
    expect(() => chunkMarkdown('a', { size: 100, overlap: -1 })).toThrow(RangeError);
  });

  it('prefers a heading to a blank line, and that to the end of a sentence', () => {
    const text = `${sentence.repeat(4)}\n\n${sentence.repeat(2)}\n\n## Next\n\n${sentence.repeat(6)}`;
    expect(contents(text, { size: 500, overlap: 50 })[1]).toMatch(/^## Next/);
    const flat = `${sentence.repeat(5)}\n\n${sentence.repeat(8)}`;
    expect(contents(flat, { size: 500, overlap: 0 })[0]).toBe(`${sentence.repeat(5)}\n\n`);
    expect(contents(sentence.repeat(20), { size: 500, overlap: 0 })[0]).toBe(sentence.repeat(8));
  });

  it('overlaps by whole sentences, but not across a heading', () => {
    const [first, second] = contents(sentence.repeat(20), { size: 500, overlap: 130 });
    expect(second?.startsWith(sentence)).toBe(true);
    expect(first?.endsWith(second?.slice(0, sentence.length * 2) ?? 'none')).toBe(true);
  });

  it('keeps a code block whole that needs all the room, at the cost of the overlap', () => {
    const code = `\`\`\`js\n${'call();\n'.repeat(48)}\`\`\``;
    const text = `${sentence.repeat(7)}\n\n${code}\n\n${sentence.repeat(7)}`;
    const chunks = contents(text, { size: 420, overlap: 100 });
    expect(chunks.some((chunk) => chunk.includes(code))).toBe(true);
  });

  it('cuts a code block that is too long between its lines and begins no overlap in it', () => {
    const text = `Intro.\n\n\`\`\`\n${'a line of code;\n'.repeat(100)}\`\`\`\n`;
    const chunks = chunkMarkdown(text, { size: 300, overlap: 100 });
    expect(chunks.length).toBeGreaterThan(4);
    for (const { start, coreStart } of chunks.slice(1)) {
      expect(start).toBe(coreStart);
      expect(text[start - 1]).toBe('\n');
    }
  });

  it('keeps a table header with its first row and a heading with its text', () => {
    const table = `| name | value |\n|---|---|\n${'| a row | with a value in it |\n'.repeat(30)}`;
    const chunks = contents(`${sentence.repeat(6)}\n\n${table}`, { size: 400, overlap: 0 });
    expect(chunks.find((chunk) => chunk.includes('| name |'))).toContain('| a row |');
    const late = contents(`${sentence.repeat(7)}\n\n## Late\n\n${sentence.repeat(6)}`, {
      size: 440,
      overlap: 0,
    });
    expect(late[1]).toMatch(/^## Late\n\nThe quick/);
  });

  it('knows the heading path: ATX, setext, levels that close, none in code', () => {
    const body = sentence.repeat(4);
    const text = `Before.\n\n${body}\n\nTitle\n=====\n\n${body}\n\n## One *two* \`three\`\n\n${body}\n\n\`\`\`\n# code\n\`\`\`\n\n${body}\n\n### Deep\n\n${body}\n\n## Other ##\n\n${body}`;
    const paths = chunkMarkdown(text, { size: 300, overlap: 0 }).map(({ headingPath }) =>
      headingPath.join(' > '),
    );
    expect([...new Set(paths)]).toEqual([
      '',
      'Title',
      'Title > One two three',
      'Title > One two three > Deep',
      'Title > Other',
    ]);
  });

  it('counts offsets right behind a byte order mark', () => {
    const text = `\uFEFF# Title\n\n${'- item one two three\n'.repeat(20)}`;
    const chunks = chunkMarkdown(text, { size: 64, overlap: 0 });
    expect(chunks[0]?.headingPath).toEqual(['Title']);
    checkWhole(
      text,
      chunks,
      64,
      [...text.matchAll(/- item[^\n]*/g)].map((match) => ({
        kind: 'item',
        start: match.index,
        end: match.index + match[0].length,
      })),
    );
  });

  it('cuts no emoji, flag, jamo or stacked mark', () => {
    for (const unit of ['👩‍👩‍👧‍👦', '🇩🇪', 'é́', '각', '漢字', 'क्षि']) {
      const text = unit.repeat(400);
      checkPartition(text, chunkMarkdown(text, { size: 100, overlap: 20 }), 100, 20);
    }
  });
});
