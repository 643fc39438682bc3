import { describe, expect, it } from 'vitest';
import { evidenceOf } from '../../../../../test/support/evidence-of.js';
import { readableUrl } from './page-address.js';
import { readPassage } from './read-passage.js';
import { readableRow, readableText } from './readable-text.js';
import { splitUnits } from './split-units.js';

const units = (text: string) =>
  splitUnits(text).map((unit) => `${unit.kind}: ${text.slice(unit.start, unit.end)}`);

describe('splitUnits', () => {
  it('cuts prose into sentences and knows abbreviations', () => {
    expect(units('It waits, e.g. 5 s. Then it stops! Done.')).toEqual([
      'sentence: It waits, e.g. 5 s.',
      'sentence: Then it stops!',
      'sentence: Done.',
    ]);
  });

  it('keeps fences, items, rows and headings apart', () => {
    const text =
      '# A\n\nIntro:\n\n- one\n- two\n\n| k | v |\n| - | - |\n| a | 1 |\n\n```js\n# no heading\nrun()\n```\nEnd.';
    expect(units(text)).toEqual([
      'heading: # A',
      'sentence: Intro:',
      'item: - one',
      'item: - two',
      'row: | a | 1 |',
      'code: ```js\n# no heading\nrun()\n```',
      'comment: # no heading\nrun()',
      'sentence: End.',
    ]);
    const split = splitUnits(text);
    expect(split[4]?.header).toEqual({ start: text.indexOf('| k'), end: text.indexOf('| k') + 9 });
    expect(split[3]?.leadIn).toBe(1);
  });

  it('makes one statement of the fields of a definition', () => {
    expect(units('##### depth\n\nType: `number`\\\nDefault: `5`\n\nHow deep it goes.\n\nMore.')).toEqual([
      'heading: ##### depth',
      'field: Type: `number`\\\nDefault: `5`\n\nHow deep it goes.',
      'sentence: More.',
    ]);
  });

  it.each([
    ['an open fence', '```js\nno end'],
    ['nothing', ''],
    ['only blank lines', '\n\n \n'],
    ['lone surrogates', 'a \ud800. b \udc00.'],
    ['bars', '|'.repeat(5_000)],
    ['a table without rows', '| a |\n| - |'],
  ])('takes %s', (_, text) => {
    for (const unit of splitUnits(text)) expect(unit.end).toBeGreaterThan(unit.start);
  });
});

describe('readable text', () => {
  it.each([
    ['- See [the guide](https://x.example/a) **now**', 'See the guide now'],
    ['## `level` (String)', '`level` (String)'],
    ['a_b_c stays, 2 * 3 * 4 too', 'a_b_c stays, 2 * 3 * 4 too'],
    ['> [!NOTE] careful<br>now', 'careful now'],
    ['![logo](a.png) **[`x`](y)** of [that][1]', '`x` of that'],
    ['Use `<b>` and <b>this</b>  or\\\nthat \\*', 'Use `<b>` and this or that *'],
    ['1. one *two*\u00a0three__', 'one two three__'],
    ['  ', ''],
  ])('%s', (markdown, text) => {
    expect(readableText(markdown)).toBe(text);
  });

  it('names the cells of a row', () => {
    expect(readableRow('| `a` | 1 \\| 2 |  |', '| Name | Value | Note |')).toBe('Name: `a`; Value: 1 | 2');
  });
});

describe('readPassage', () => {
  it('knows what a page is about from title and address, not from loopback hosts', () => {
    const passage = readPassage(
      evidenceOf('text', { title: 'The Gadget', url: 'http://127.0.0.1:80/widget/api.html' }),
    );
    expect(passage.subject.has('gadget')).toBe(true);
    expect(passage.subject.has('widget')).toBe(true);
    expect(passage.subject.has('127')).toBe(false);
  });

  it('takes addresses that do not parse', () => {
    expect(readableUrl('doc://x%')).toBeTypeOf('string');
    expect(readableUrl('not a url')).toBe('not a url');
  });

  it('reads a passage of a megabyte in well under two seconds', () => {
    const started = performance.now();
    readPassage(evidenceOf('word `code` 12 ms. '.repeat(60_000)));
    readPassage(evidenceOf('x'.repeat(1_000_000)));
    readPassage(evidenceOf('<!--'.repeat(250_000)));
    expect(performance.now() - started).toBeLessThan(6_000);
  });
});
