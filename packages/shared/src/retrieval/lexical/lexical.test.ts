import { describe, expect, it } from 'vitest';
import { analyse } from './analyse.js';
import { passageWeights } from './passage-weights.js';
import { contentWords, queryTerms } from './query-terms.js';
import { MAX_TERM_LENGTH } from './split-words.js';

const place = { title: '', headingPath: [] };
/** Whether a query and a passage share a term that carries weight. */
function meet(query: string, passage: string, language: string | null = 'en'): boolean {
  const weights = passageWeights(passage, language, place);
  return [...queryTerms(query)].some(([term, weight]) => weight > 0.3 && weights.has(term));
}

describe('words', () => {
  it.each([
    ['retry', 'How Retries work'],
    ['max retries', 'set maxRetriesPerRequest to null'],
    ['maxRetriesPerRequest', 'set maxRetriesPerRequest to null'],
    ['maxretriesperrequest', 'set maxRetriesPerRequest to null'],
    ['maxConnections', 'max_connections = 5'],
    ['max_connections', 'the maxConnections option'],
    ['std::vector', 'a std::vector<int>'],
    ['vector', 'a std::vector<int>'],
    ['--no-cache', 'docker build --no-cache .'],
    ['noCache', 'docker build --no-cache .'],
    ['utf-8', 'encoded as UTF8'],
    ['3.11', 'since Python 3.11.'],
    ['HTTPServer', 'the http_server module'],
    ['C++', 'written in C++, mostly'],
    ['c#', 'C# and F#'],
    ['node.js', 'runs on Node.js 20'],
    ['ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1'],
    ['cafe', 'le café est ouvert'],
    ['ﬁle', 'a file'],
    ["user's", 'the users'],
    ['हिन्दी', 'यह हिन्दी है'],
  ])('%s finds "%s"', (query, passage) => {
    expect(meet(query, passage)).toBe(true);
  });

  it.each([
    ['3.11', 'version 311'],
    ['C++', 'the c# language'],
    ['university', 'the sea'],
  ])('%s does not find "%s"', (query, passage) => {
    expect(queryTerms(query).size).toBeGreaterThan(0);
    const weights = passageWeights(passage, 'en', place);
    expect([...queryTerms(query)].filter(([term]) => weights.has(term) && term.length > 1)).toEqual([]);
  });

  it.each([
    ['日本語の検索', 'これは日本語の全文検索エンジンです', 'ja'],
    ['检索', '全文检索系统', 'zh'],
    ['ค้นหา', 'ระบบค้นหาข้อความ', 'th'],
    ['검색', '한국어 검색은 어렵다', 'ko'],
    ['поисковая система', 'Поисковые системы', 'ru'],
  ])('finds %s in "%s"', (query, passage, language) => {
    expect(meet(query, passage, language)).toBe(true);
    expect(meet(query, passage, null)).toBe(true);
  });

  it('lets a query meet pages by their own language, once its own words tell it', () => {
    const weights = passageWeights('Die Häuser wurden gebaut', 'de', place);
    const terms = queryTerms('Wie werden die Häuser gebaut?');
    expect([...terms.keys()].some((term) => term.startsWith('de:') && weights.has(term))).toBe(true);
    expect(meet('houses', 'the house', null)).toBe(true);
  });

  it('keeps function words with a low weight', () => {
    const terms = queryTerms('to be or not to be');
    expect(terms.size).toBeGreaterThan(0);
    expect(Math.max(...queryTerms('the of').values())).toBeLessThan(0.2);
    expect(queryTerms('the database').get('databas')).toBe(1);
    expect(contentWords('How do I configure the database?')).toEqual(['configure', 'database']);
    expect(contentWords('to be or not')).toEqual(['to', 'be', 'or', 'not']);
  });

  it.each(['', '   \n', '😀🎉', '!!! --- ???', '\u0000', '\ud800', 'は\u3099a\u3099'])(
    'survives %j',
    (text) => {
      expect(() => queryTerms(text)).not.toThrow();
      expect(() => analyse(text, 'xx-unknown')).not.toThrow();
    },
  );

  it('finds no word in emoji', () => {
    expect(queryTerms('😀🎉 👩‍👩‍👧').size).toBe(0);
  });

  it('is linear on a megabyte without spaces and cuts every term', () => {
    const letters = 'x'.repeat(1_000_000);
    const joined = 'ab-'.repeat(350_000);
    const humps = 'aB'.repeat(500_000);
    const han = '漢字'.repeat(100_000);
    const started = performance.now();
    for (const text of [letters, joined, humps, han]) {
      const { terms } = analyse(text, 'en');
      expect(Math.max(...[...terms.keys()].map((term) => term.length))).toBeLessThanOrEqual(
        MAX_TERM_LENGTH + 3,
      );
    }
    expect(performance.now() - started).toBeLessThan(15_000);
  });
});

describe('passageWeights', () => {
  it('saturates with frequency and falls with length', () => {
    const weight = (text: string) => passageWeights(text, 'en', place).get('cat') ?? 0;
    const once = weight('cat dog');
    expect(weight('cat cat cat dog')).toBeGreaterThan(once);
    expect(weight('cat '.repeat(500))).toBeLessThan(2.2);
    expect(weight(`cat ${'dog '.repeat(400)}`)).toBeLessThan(once);
  });

  it('gives the BM25 weight of a term', () => {
    const norm = 1.2 * (0.25 + (0.75 * 2) / 120);
    expect(passageWeights('cat dog', 'en', place).get('cat')).toBeCloseTo(2.2 / (1 + norm), 10);
  });

  it('counts title and headings as occurrences, and not as length', () => {
    const weights = passageWeights('cat dog', 'en', { title: 'Birds', headingPath: ['Fish', 'Cats'] });
    const bare = passageWeights('cat dog', 'en', place);
    expect(weights.get('bird')).toBeGreaterThan(0);
    expect(weights.get('fish')).toBeGreaterThan(0);
    expect(weights.get('fish') ?? 9).toBeLessThan(weights.get('bird') ?? 0);
    expect(weights.get('dog')).toBe(bare.get('dog'));
    expect(weights.get('cat') ?? 0).toBeGreaterThan(bare.get('cat') ?? 0);
  });
});
