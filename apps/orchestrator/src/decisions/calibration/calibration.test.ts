import { describe, expect, it } from 'vitest';
import { evaluateJudge } from '../../../../../bench/evaluate-judge.js';
import { labelledQuestions } from '../../../../../bench/labelled-questions.js';

const share = ([some, all]: readonly [number, number]) => some / all;

describe('rules on labelled questions over the documentation in node_modules', () => {
  const rows = labelledQuestions();

  it.each([
    ['held out', 0.7],
    ['fresh', 0.8],
  ])(
    'know when they are complete on questions they were not fitted on: %s',
    { timeout: 60_000 },
    (set, recall) => {
      const quality = evaluateJudge(rows.filter((row) => row.held_out && row.fresh === (set === 'fresh')));
      expect(share(quality.precision)).toBeGreaterThanOrEqual(0.9);
      expect(share(quality.recall)).toBeGreaterThanOrEqual(recall);
      expect(share(quality.rightFirst)).toBeGreaterThanOrEqual(0.72);
      expect(quality.medianUnits).toBeLessThanOrEqual(2);
      expect(quality.refused[0]).toBeGreaterThanOrEqual(20);
      expect(share(quality.refused)).toBeGreaterThanOrEqual(0.94);
    },
  );

  it('answers none of nearly all near misses', { timeout: 60_000 }, () => {
    const quality = evaluateJudge(rows.filter((row) => row.accept === undefined));
    expect(quality.refused[1]).toBeGreaterThanOrEqual(140);
    expect(share(quality.refused)).toBeGreaterThanOrEqual(0.96);
  });
});
