import { describe, expect, it } from 'vitest';
import { evaluateJudge } from '../../../../../bench/evaluate-judge.js';
import { labelledQuestions } from '../../../../../bench/labelled-questions.js';

const share = ([some, all]: readonly [number, number]) => some / all;

describe('rules on labelled questions over the documentation in node_modules', () => {
  const rows = labelledQuestions();

  it('knows when it is complete on questions it was not fitted on', { timeout: 60_000 }, () => {
    const quality = evaluateJudge(rows.filter((row) => row.held_out));
    expect(share(quality.precision)).toBeGreaterThanOrEqual(0.9);
    expect(share(quality.recall)).toBeGreaterThanOrEqual(0.7);
    expect(share(quality.rightAnswers)).toBeGreaterThanOrEqual(0.65);
    expect(quality.refused[0]).toBeGreaterThanOrEqual(20);
    expect(share(quality.refused)).toBeGreaterThanOrEqual(0.9);
  });

  it('answers none of nearly all near misses', { timeout: 60_000 }, () => {
    const quality = evaluateJudge(rows.filter((row) => row.accept === undefined));
    expect(quality.refused[1]).toBeGreaterThanOrEqual(80);
    expect(share(quality.refused)).toBeGreaterThanOrEqual(0.95);
  });
});
