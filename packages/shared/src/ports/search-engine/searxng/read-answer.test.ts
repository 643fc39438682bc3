import { describe, expect, it } from 'vitest';
import { readSearxngAnswer } from './read-answer.js';

const hit = { url: 'https://a.example/x', title: ' A  title ', content: 'Some\ntext' };

describe('readSearxngAnswer', () => {
  it('reads a hit', () => {
    expect(readSearxngAnswer({ results: [{ ...hit, publishedDate: '2024-05-06T07:08:09' }] })).toEqual({
      hits: [
        { url: hit.url, title: 'A title', snippet: 'Some text', publishedAt: '2024-05-06T07:08:09.000Z' },
      ],
      unresponsive: [],
    });
  });

  it.each([
    ['2024-05-06', '2024-05-06T00:00:00.000Z'],
    ['2024-05-06 07:08:09+0200', '2024-05-06T05:08:09.000Z'],
    ['2024-05-06T07:08:09Z', '2024-05-06T07:08:09.000Z'],
    ['2024-05-06 07:08:09', '2024-05-06T07:08:09.000Z'],
    ['yesterday', null],
    ['2024-99-99', null],
    [null, null],
    [7, null],
  ])('reads the date %j', (publishedDate, expected) => {
    expect(readSearxngAnswer({ results: [{ ...hit, publishedDate }] })?.hits[0]?.publishedAt).toBe(expected);
  });

  it.each([
    [{ url: 'ftp://a.example/x' }],
    [{ url: 'javascript:alert(1)' }],
    [{ url: '/relative' }],
    [{ url: null }],
    [{}],
    ['text'],
    [null],
  ])('leaves out %j and keeps its neighbour', (bad) => {
    expect(readSearxngAnswer({ results: [bad, hit] })?.hits).toMatchObject([{ url: hit.url }]);
  });

  it('reads who did not answer, in every form', () => {
    const unresponsive_engines = [
      ['brave', 'timeout'],
      ['bing', 'CAPTCHA', true],
      ['odd'],
      { engine: 'x', error: 'e' },
      'y',
      7,
    ];
    expect(readSearxngAnswer({ results: [], unresponsive_engines })?.unresponsive).toEqual([
      { name: 'brave', reason: 'timeout' },
      { name: 'bing', reason: 'CAPTCHA' },
      { name: 'odd', reason: 'unknown' },
      { name: 'x', reason: 'e' },
      { name: 'y', reason: 'unknown' },
    ]);
  });

  it('bounds what it takes over', () => {
    const long = readSearxngAnswer({
      results: [{ ...hit, title: 'x'.repeat(9_999), content: 'y'.repeat(9_999) }],
    });
    expect(long?.hits[0]?.title).toHaveLength(500);
    expect(long?.hits[0]?.snippet).toHaveLength(2_000);
  });

  it.each([null, [], {}, { results: null }, { error: 'search error' }])('%j is no answer', (json) => {
    expect(readSearxngAnswer(json)).toBeNull();
  });
});
