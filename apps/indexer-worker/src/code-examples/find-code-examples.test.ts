import { describe, expect, it } from 'vitest';
import { parseBlocks } from '../chunk/parse-blocks.js';
import { scanBlocks } from '../chunk/scan-blocks.js';
import { findCodeExamples } from './find-code-examples.js';

const find = (markdown: string, maxLength = 1_000) =>
  findCodeExamples(markdown, parseBlocks(markdown), maxLength).map((example) => ({
    ...example,
    content: markdown.slice(example.start, example.end),
  }));

describe('findCodeExamples', () => {
  it('gives code of three lines and more with its language, place and prose', () => {
    const text =
      '# Top\n\nSkip.\n\n```js\na();\nb();\n```\n\n## Use it\n\nFirst install\nthe package:\n\n~~~TypeScript title="x"\na();\n\nb();\n~~~\n';
    expect(find(text)).toEqual([
      {
        start: text.indexOf('a();\n\n'),
        end: text.indexOf('\n~~~\n'),
        language: 'typescript',
        headingPath: ['Top', 'Use it'],
        prose: 'First install the package:',
        content: 'a();\n\nb();',
      },
    ]);
  });

  it('takes indented and never closed code, with either line ending', () => {
    expect(find('Text.\n\n    one\n    two\n    three\n').map(({ content }) => content)).toEqual([
      '    one\n    two\n    three',
    ]);
    expect(find('```\r\n1\r\n2\r\n3\r\n```\r\n').map(({ content }) => content)).toEqual(['1\r\n2\r\n3']);
    expect(find('```\n1\n2\n3').map(({ content }) => content)).toEqual(['1\n2\n3']);
    expect(find('```\n\n\n\n```')).toEqual([]);
  });

  it('gives slices of the page also inside quotes and lists', () => {
    const text = '- item\n\n  ```sh\n  a\n  b\n  c\n  ```\n\n> ```\n> 1\n> 2\n> 3\n> ```\n';
    expect(find(text).map(({ content }) => content)).toEqual(['  a\n  b\n  c', '> 1\n> 2\n> 3']);
  });

  it('cuts what is too long between lines, and a line that is too long anywhere', () => {
    const lines = `\`\`\`\n${'line of code\n'.repeat(30)}\`\`\``;
    const pieces = find(lines, 100);
    expect(pieces.map(({ content }) => content).join('')).toBe('line of code\n'.repeat(30).trimEnd());
    for (const { content } of pieces) expect(content.length).toBeLessThanOrEqual(100);
    const word = find(`\`\`\`\n1\n2\n${'😀'.repeat(100)}\n\`\`\``, 51);
    expect(word.every(({ content }) => content.isWellFormed() && content.length <= 51)).toBe(true);
  });

  it('finds the same by the line scanner', () => {
    const text = '# A\n\nSay:\n\n```py\n1\n2\n3\n```\n\n- x\n\n  ```\n  1\n  2\n  3\n  ```\n';
    expect(findCodeExamples(text, scanBlocks(text), 1_000)).toEqual(
      findCodeExamples(text, parseBlocks(text), 1_000),
    );
  });
});
