import { describe, expect, it } from 'vitest';
import { indexChunkTerms, indexTerms, termIndex } from './term-index.js';

/** Two words of one index, found by trying. */
function colliding(): [string, string] {
  const seen = new Map<number, string>();
  for (let number = 0; ; number += 1) {
    const word = `w${number.toString(36)}`;
    const index = termIndex(word);
    const other = seen.get(index);
    if (other !== undefined) return [other, word];
    seen.set(index, word);
  }
}

describe('term indices', () => {
  it('are those of 32-bit FNV-1a over UTF-8, for ever', () => {
    expect(termIndex('a')).toBe(0xe40c292c);
    expect(termIndex('foobar')).toBe(0xbf9cf968);
    expect(termIndex('東京')).toBe(termIndex('東京'));
    expect(termIndex('東京')).not.toBe(termIndex('京東'));
  });

  it('are unique and ascending in a vector, weights of one index summed', () => {
    const [one, other] = colliding();
    const { indices, values } = indexTerms(
      new Map([
        [one, 1.5],
        ['zebra', 1],
        [other, 2],
      ]),
    );
    expect(new Set(indices).size).toBe(indices.length);
    expect(indices).toEqual([...indices].sort((a, b) => a - b));
    expect(values[indices.indexOf(termIndex(one))]).toBe(3.5);
  });

  it('leave out zero weights, and give a chunk without terms an index no term has', () => {
    expect(indexTerms(new Map([['a', 0]]))).toEqual({ indices: [], values: [] });
    expect(indexChunkTerms(new Map())).toEqual({ indices: [0], values: [1] });
    expect(indexChunkTerms(new Map([['a', 2]]))).toEqual({ indices: [0xe40c292c], values: [2] });
  });
});
