import { describe, expect, it } from 'vitest';
import { chunkOf } from '../../../../test/contract/vector-store/chunks.js';
import { diversify } from './diversify.js';
import { paraphrases, subQuestions } from './expand-query.js';
import { fuse } from './fuse.js';
import { similarityScores } from './similarity-scores.js';

describe('fuse', () => {
  it('puts first what both lists rank high', () => {
    expect(fuse([{ ids: ['a', 'b', 'c'] }, { ids: ['c', 'b', 'd'] }])).toEqual(['c', 'b', 'a', 'd']);
  });

  it('gives the same order for the same lists, ties by id, whatever comes first', () => {
    expect(fuse([{ ids: ['b'] }, { ids: ['a'] }])).toEqual(['a', 'b']);
    expect(fuse([{ ids: ['a'] }, { ids: ['b'] }])).toEqual(['a', 'b']);
  });

  it('counts a list by its weight', () => {
    expect(
      fuse([
        { ids: ['a'], weight: 1 },
        { ids: ['b'], weight: 2 },
      ]),
    ).toEqual(['b', 'a']);
    expect(fuse([])).toEqual([]);
  });
});

describe('diversify', () => {
  const passage = (url: string, content_hash: string) => ({ url, content_hash });

  it('keeps the best of equal texts', () => {
    const ranked = [passage('a', '1'), passage('b', '1'), passage('b', '2')];
    expect(diversify(ranked)).toEqual([ranked[0], ranked[2]]);
  });

  it('moves the third passage of a page and later ones behind other pages, in order', () => {
    const ranked = [
      passage('a', '1'),
      passage('a', '2'),
      passage('a', '3'),
      passage('a', '4'),
      passage('b', '5'),
    ];
    expect(diversify(ranked).map(({ content_hash }) => content_hash)).toEqual(['1', '2', '5', '3', '4']);
  });
});

describe('similarityScores', () => {
  const hit = (index: number, score: number) => ({
    chunk: chunkOf({ namespace: 'n', chunk_index: index }),
    score,
  });
  const idOf = (index: number) => chunkOf({ namespace: 'n', chunk_index: index }).id;

  it('is the cosine clamped to 0–1 where dense search ran', () => {
    const scores = similarityScores([{ dense: [hit(0, 0.8), hit(1, -0.2)], lexical: [hit(1, 9)] }]);
    expect(scores.get(idOf(0))).toBe(0.8);
    expect(scores.get(idOf(1))).toBe(0);
  });

  it('never lifts a passage that only the lexical list has above the last dense hit', () => {
    const scores = similarityScores([
      { dense: [hit(0, 0.8), hit(1, 0.5)], lexical: [hit(2, 10), hit(3, 5)] },
    ]);
    expect(scores.get(idOf(2))).toBe(0.5);
    expect(scores.get(idOf(3))).toBe(0.25);
  });

  it('is the share of the best BM25 without dense search, the better of several queries', () => {
    const scores = similarityScores([
      { dense: null, lexical: [hit(0, 12), hit(1, 3)] },
      { dense: null, lexical: [hit(1, 4)] },
    ]);
    expect(scores.get(idOf(0))).toBe(1);
    expect(scores.get(idOf(1))).toBe(1);
  });
});

describe('query rules', () => {
  it('paraphrases a question as statement, key words and with synonyms', () => {
    const found = paraphrases('How do I configure the database timeout?');
    expect(found).toContain('configure the database timeout');
    expect(found).toContain('configure database timeout');
    expect(found.some((text) => text.includes('db'))).toBe(true);
    expect(found.length).toBeLessThanOrEqual(3);
    expect(found).not.toContain('How do I configure the database timeout?');
  });

  it.each([
    ['What is the difference between pool and queue?', ['pool', 'queue']],
    [
      'How do I install it on Linux? How do I upgrade?',
      ['How do I install it on Linux?', 'How do I upgrade?'],
    ],
    [
      'Which port does the server use and how is the log level set?',
      ['Which port does the server use', 'how is the log level set?'],
    ],
    ['postgres vs mysql', ['postgres', 'mysql']],
    ['retries', []],
  ])('parts "%s"', (query, expected) => {
    expect(subQuestions(query)).toEqual(expected);
  });

  it.each(['', '   ', '😀', 'the', '?'])('finds no more to ask in %j', (query) => {
    expect(paraphrases(query)).toEqual([]);
    expect(subQuestions(query)).toEqual([]);
  });
});
