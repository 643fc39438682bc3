import { describe, expect, it } from 'vitest';
import { content, extract, fixture } from './testing/extract-fixture.js';

describe('text formats', () => {
  it('passes Markdown without its front matter', async () => {
    const { markdown, metadata } = content(await fixture('notes.txt', { contentType: 'text/markdown' }));
    expect(markdown).toMatch(/^# Release notes\n\nVersion 2\.4/);
    expect(markdown).toContain('```js\n  const stream = client.stream();\n```');
    expect(metadata).toMatchObject({
      title: 'Release notes',
      code_blocks: [{ language: 'js', count: 1 }],
      links: ['https://docs.example/docs/guide.md'],
    });
  });
  it('passes plain text as it is and fences JSON', () => {
    expect(content(extract('a  b\r\n\r\n  c *x*\n', { contentType: 'text/plain' })).markdown).toBe(
      'a  b\n\n  c *x*\n',
    );
    expect(content(extract('{"a":1}', { contentType: 'application/json' })).markdown).toBe(
      '```json\n{"a":1}\n```\n',
    );
  });
  it('sniffs an absent type', async () => {
    expect(content(await fixture('article.html', { contentType: null })).metadata.author).toBe('Ada Muster');
    expect(content(extract('just text here', { contentType: null })).markdown).toBe('just text here\n');
  });
  it('refuses what is not text', () => {
    expect(extract(Buffer.from('%PDF-1.7 x'))).toMatchObject({ code: 'unsupported_type' });
    expect(extract(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2]))).toMatchObject({
      code: 'unsupported_type',
    });
    expect(extract('  \n')).toMatchObject({ code: 'empty' });
  });
});

describe('charsets', () => {
  it.each([
    ['shift-jis.html', 'text/html', '明日の東京は晴れのち曇り', 'ja'],
    ['windows-1251.html', 'text/html; charset=windows-1251', 'Поезд из Москвы', 'ru'],
    ['windows-1251.html', 'text/html', 'Поезд из Москвы', 'ru'],
    ['utf-16.html', 'text/html', 'Поезд из Москвы', 'ru'],
    ['windows-1252.html', 'text/html', '20 € – “smart quotes” and an ellipsis…', 'en'],
  ])('%s as %s', async (name, contentType, text, language) => {
    const { markdown, metadata } = content(await fixture(name, { contentType }));
    expect(markdown).toContain(text);
    expect(metadata.language).toBe(language);
  });
});
