import fc from 'fast-check';

const word = fc.constantFrom(
  'alpha',
  'beta.',
  'Gamma',
  'e.g.',
  '検索。',
  'système',
  '👩‍👩‍👧‍👦',
  '🇩🇪🇫🇷',
  'é',
  'x'.repeat(50),
  '`a|b`',
  '*em*',
  '#tag',
);
const line = fc.array(word, { minLength: 1, maxLength: 16 }).map((words) => words.join(' '));
const lines = (min: number, max: number) => fc.array(line, { minLength: min, maxLength: max });
const eol = fc.constantFrom('\n', '\r\n');

const paragraph = lines(1, 4).map((all) => all.join('\n'));
const heading = fc
  .tuple(fc.integer({ min: 1, max: 6 }), line)
  .map(([level, text]) => `${'#'.repeat(level)} ${text}`);
const setext = fc.tuple(line, fc.constantFrom('===', '---')).map(([text, rule]) => `${text}\n${rule}`);
const fence = fc
  .tuple(fc.constantFrom('```', '~~~~'), fc.constantFrom('', 'ts', 'python title="x"'), lines(0, 12))
  .map(([mark, info, body]) => [mark + info, ...body, '', '# not a heading', ...body, mark].join('\n'));
const table = lines(1, 8).map((rows) =>
  ['| a | b |', '|---|:-:|', ...rows.map((row) => `| ${row.slice(0, 60)} | 1 |`)].join('\n'),
);
const indent = (text: string, by: string) => text.replaceAll('\n', `\n${by}`);
const leaf = fc.oneof(paragraph, fence, table, heading);
const list = fc
  .tuple(
    fc.constantFrom('- ', '1. ', '* '),
    fc.array(leaf, { minLength: 1, maxLength: 6 }),
    fc.constantFrom('\n', '\n\n'),
  )
  .map(([mark, items, gap]) => items.map((item) => mark + indent(item, ' '.repeat(mark.length))).join(gap));
const nested = fc.tuple(list, list).map(([outer, inner]) => `${outer}\n  ${indent(inner, '  ')}`);
const quote = fc.oneof(leaf, list).map((inner) => `> ${indent(inner, '> ')}`);
const oddity = fc.constantFrom(
  '```\nnever closed',
  '    indented code',
  '<div>\n\n# in html\n\n</div>',
  '---',
  '',
  '   ',
  '\\',
  '| a |',
  '[^1]: note',
  '\u0000',
);

/** Markdown of every kind of block, nested and not, with either line ending. */
export const arbitraryMarkdown = fc
  .tuple(
    fc.array(fc.oneof(paragraph, heading, setext, fence, table, list, nested, quote, oddity), {
      maxLength: 8,
    }),
    fc.constantFrom('\n\n', '\n', '\n\n\n'),
    eol,
  )
  .map(([blocks, gap, ending]) => blocks.join(gap).replaceAll('\n', ending));
