import { describe, expect, it } from 'vitest';
import { analyseQuestion } from '../question/analyse-question.js';
import { coverTerm } from './cover-term.js';
import { raiseTo, TermCover } from './term-cover.js';

const terms = analyseQuestion('Which option sets keepAliveTimeout of the server?').parts.flatMap(
  ({ focus }) => focus,
);

describe('TermCover', () => {
  it.each([
    [[]],
    [['keepalivetimeout']],
    [['keep', 'aliv', 'timeout', 'max']],
    [['=server', '=parameter', 'other']],
  ])('knows what `coverTerm` gives for %j, once asked or twice', (keys) => {
    const cover = new TermCover(terms);
    const set = new Set(keys);
    const expected = terms.map((term) => coverTerm(term, set));
    expect(cover.of(set)).toEqual(expected);
    expect(cover.of(set)).toEqual(expected);
  });

  it('raises what is lower and leaves the rest', () => {
    const values = [0.2, 0.9, 0];
    raiseTo(values, [1, 1, 0], 0.5);
    expect(values).toEqual([0.5, 0.9, 0]);
  });
});
