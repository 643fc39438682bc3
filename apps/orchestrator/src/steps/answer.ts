import type { Answer } from '@agentic-search/shared/records';
import { composeAnswer } from '../decisions/compose-answer.js';
import type { StepFunction } from './step.js';

const noAnswer: Answer = { found: false, text: null, as_of: null, citations: [] };
const noCounts = { sentences: 0, citations: 0, citations_verified: 0, dropped: 0 };

/** Writes the answer from the best evidence of all iterations, every citation checked, and ends the search. */
export const answer: StepFunction = async ({ record, ask }) => {
  const status = record.ending ?? 'complete';
  const best = record.best;
  if (!record.request.answer || best === null) {
    return {
      entry: { action: 'answer', ...noCounts, found: false, decided_by: 'rules' },
      change: (before) => ({ ...before, answer: noAnswer }),
      next: { end: status },
    };
  }
  const composed = await composeAnswer({
    question: record.request.query,
    evidence: best.evidence,
    judgement: best.judgement,
    askModel: ask,
    key: 'answer',
  });
  return {
    entry: {
      action: 'answer',
      ...composed.counts,
      found: composed.answer.found,
      decided_by: composed.decided_by,
    },
    change: (before) => ({ ...before, answer: composed.answer }),
    next: { end: status },
  };
};
