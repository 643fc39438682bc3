import { describe, expect, it } from 'vitest';
import type { BlockMap, Span } from './block-map.js';
import { mdastBlocks } from './mdast-blocks.js';
import { scanBlocks } from './scan-blocks.js';

const cases: Record<string, string> = {
  headings:
    '# A\n\ntext\n\n## B ##\n####### no\n#no\n\nSet\next\n===\n\nTwo\n---\n\n- # in a list\n\n> # in a quote\n',
  fences: '```js x\na\n\n# b\n```\n\n~~~\n```\n~~~\n\n````\n```\n````\ntext\n   ```\n   a\n   ```\n',
  'a fence in a list': '- one\n\n  ```\n  a\n\n  b\n  ```\n- two\n  ~~~\n  c\n  ~~~\n\nend\n',
  'a fence that its list ends': '- one\n  ```\n  a\n\nend\n\n```\nb\n```\n',
  'a fence that its quote ends': '> ```\n> a\n\ntext\n\n```\nb\n```\n',
  lists: '- a\n- b\n  more\n  - c\n    - d\n- e\n\n1. x\n2) y\n\ntext\n* z\nlazy\n\nend\n',
  'no lists': '- - -\n\n* * *\n\n1986. A great year\nwent by.\n\na\n2. not a list\n\n-no\n',
  'nested on one line': '- - a\n  - b\n1. - c\n',
  tables: 'text\n\n| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n\na | b\n- | -\n1 | 2\n\nno | table\nhere\n',
  'a table in a list': '- x\n\n  | a |\n  |---|\n  | 1 |\n',
  'indented code is no fence': 'text\n\n    ```\n    a\n    ```\n\nend\n',
  'windows lines': '# A\r\n\r\n```\r\na\r\n```\r\n\r\n- b\r\n- c\r\n',
};

const spans = (list: readonly Span[]) => list.map(({ start, end }) => ({ start, end }));
const shape = (map: BlockMap) => ({
  headings: map.headings,
  fences: map.code.filter(({ fenced }) => fenced),
  items: spans(map.items),
  rows: spans(map.rows),
  firstRows: map.firstRows,
});

describe('scanBlocks finds what the full parser finds', () => {
  it.each(Object.keys(cases))('%s', (name) => {
    const markdown = cases[name] ?? '';
    expect(shape(scanBlocks(markdown))).toEqual(shape(mdastBlocks(markdown)));
  });
});
