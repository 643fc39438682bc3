import { refineQuery } from '../decisions/refine-query/refine-query.js';
import type { StepFunction } from './step.js';

/** Chooses the next query: one that was never searched before. None left ends the search. */
export const refine: StepFunction = async ({ record, ask }) => {
  const refined = await refineQuery({
    question: record.request.query,
    currentQuery: record.current_query,
    gaps: record.judged?.gaps ?? record.best?.judgement.gaps ?? [],
    evidence: record.best?.evidence ?? [],
    tried: record.tried,
    reserve: record.reserve,
    askModel: ask,
    key: `refine/${record.iteration}`,
  });
  const { selected } = refined;
  const entry = {
    action: 'refine' as const,
    refined_queries: refined.refined_queries,
    selected,
    reasoning: refined.reasoning,
    decided_by: refined.decided_by,
  };
  if (selected === null) {
    return { entry, change: (before) => ({ ...before, ending: 'exhausted' }), next: { step: 'answer' } };
  }
  return {
    entry,
    change: (before) => ({
      ...before,
      current_query: selected,
      tried: [...before.tried, selected],
      reserve: refined.reserve,
    }),
    next: { step: 'local_check', newIteration: true },
  };
};
