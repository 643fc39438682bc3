import { describe, expect, it } from 'vitest';
import { contentSummary } from './content-summary.js';
import { countWords } from './count-words.js';
import { isoDate } from './iso-date.js';
import { jsonLdFacts } from './json-ld.js';
import { mainTopics } from './main-topics.js';
import { pageLanguage } from './page-language.js';

describe('isoDate', () => {
  it.each([
    ['2025-11-03', '2025-11-03T00:00:00.000Z'],
    ['20251103', '2025-11-03T00:00:00.000Z'],
    ['2025-11-03T08:30:00+01:00', '2025-11-03T07:30:00.000Z'],
    ['2025-11-03 08:30:00', '2025-11-03T08:30:00.000Z'],
    ['3 November 2025', '2025-11-03T00:00:00.000Z'],
    ['Mon, 03 Nov 2025 08:00:00 GMT', '2025-11-03T08:00:00.000Z'],
  ])('reads %s', (text, expected) => {
    expect(isoDate(text)).toBe(expected);
  });
  it.each(['', null, 'yesterday', '1762156800', '0001-01-01', '2999-01-01', 'Nov 3'])(
    'refuses %s',
    (text) => {
      expect(isoDate(text)).toBeNull();
    },
  );
});

describe('jsonLdFacts', () => {
  it('prefers the article to the page around it, and takes every shape of author', () => {
    const facts = jsonLdFacts([
      '{"@type":"WebPage","name":"x","datePublished":"2020-01-01"}',
      '<!--{"@type":["BlogPosting"],"author":[{"name":"A"},"B",{"url":"https://x"}],"datePublished":"2025-01-01","keywords":"k1, k2"}-->',
      'broken {',
      '[[[[[[[[{"@type":"Article","headline":"too deep"}]]]]]]]]',
    ]);
    expect(facts).toMatchObject({
      author: 'A, B',
      published: '2025-01-01',
      keywords: ['k1', 'k2'],
      headline: null,
    });
  });
});

describe('pageLanguage', () => {
  it('takes the declaration unless the script contradicts it', () => {
    expect(pageLanguage(['de-CH'], 'short')).toBe('de');
    expect(pageLanguage([null, 'en_US'], 'short')).toBe('en');
    expect(
      pageLanguage(
        ['en'],
        'Поезд из Москвы в Казань отправляется ежедневно в двадцать часов тридцать минут.',
      ),
    ).toBe('ru');
    expect(
      pageLanguage(
        ['en'],
        '明日の東京は晴れのち曇り、最高気温は二十三度の見込みです。夕方からは風が強くなるでしょう。',
      ),
    ).toBe('ja');
    expect(
      pageLanguage(
        ['x'],
        'Der Zug fährt jeden Abend um halb neun von München nach Mailand und kommt am Morgen an.',
      ),
    ).toBe('de');
    expect(pageLanguage([], '12 34')).toBeNull();
  });
});

describe('summary, topics and words', () => {
  it('summarises with whole sentences of the prose, never code or headings', () => {
    const summary = contentSummary(
      '# Heading about retries.\n\nThe client retries a failed request three times. It waits longer each time.\n\n```js\nconst retries = "not prose at all here.";\n```\n\n- list item about retries that is long enough.\n\nA retried request keeps its headers and its body. Unrelated weather was fine.',
    );
    expect(summary).toMatch(/^The client retries a failed request three times\./);
    expect(summary).not.toMatch(/const|Heading|list item/);
    expect(summary.length).toBeLessThanOrEqual(500);
    expect(contentSummary('```\ncode only\n```')).toBe('');
  });
  it('names topics from keywords and headings, without generic ones and doubles', () => {
    const headings = [
      { level: 2, text: 'Introduction' },
      { level: 3, text: 'Back-off' },
      { level: 2, text: '1.2 Retry policy' },
    ];
    expect(mainTopics({ title: 'Retries', keywords: ['retries', ' HTTP '], headings })).toEqual([
      'retries',
      'HTTP',
      'Retry policy',
      'Back-off',
    ]);
  });
  it('counts words with and without spaces', () => {
    expect(countWords('one two-three snake_case')).toBe(4);
    expect(countWords('東京の天気')).toBe(3);
  });
});
