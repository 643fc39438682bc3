import { expect, test } from 'vitest';
import { markdownHeadings } from './markdown-headings.js';

test.each([
  ['# Plain', { level: 1, text: 'Plain' }],
  ['### `code` and *more* ###', { level: 3, text: 'code and more' }],
  [
    '# Robots Parser [![npm](https://img.example/a)](https://npm.example) ![ci](b.svg)',
    { level: 1, text: 'Robots Parser' },
  ],
  ['# ![Logo of pools](logo.svg)', { level: 1, text: 'Logo of pools' }],
  ['# [A link](https://x.example/a(b)) <sup>new</sup>', { level: 1, text: 'A link new' }],
  ['Pool\n====', { level: 1, text: 'Pool' }],
  ['Time-outs & limits\n---', { level: 2, text: 'Time-outs & limits' }],
  ['# \u8a2d\u5b9a', { level: 1, text: '\u8a2d\u5b9a' }],
])('reads %j', (source, expected) => {
  expect(markdownHeadings(`before\n\n${source}\n\nafter`)).toEqual([expected]);
});

test.each(['- item\n---', '| a | b |\n---', '> quoted\n---', '1. one\n---', '#hashtag', '---\n---', '# '])(
  'takes %j for no heading',
  (source) => {
    expect(markdownHeadings(`before\n\n${source}\n\nafter`)).toEqual([]);
  },
);

test('is quick on a line that never ends', () => {
  const started = performance.now();
  markdownHeadings(`# ${'[a'.repeat(200_000)}\n${'x'.repeat(500_000)}\n${'#'.repeat(500_000)}`);
  expect(performance.now() - started).toBeLessThan(2_000);
});
