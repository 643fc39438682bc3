import type { SearchRecord } from '@agentic-search/shared/records';
import type { StepOutcome } from './step.js';

/** This many iterations in a row without a new chunk or a higher score end a search. */
const STAGNANT_LIMIT = 2;

/** Notes what the iteration brought: chunks never seen before, or a higher score. */
function noteProgress(record: SearchRecord): SearchRecord {
  const score = record.best?.judgement.score ?? 0;
  const gained = score > record.progress.score || record.seen.length > record.progress.seen;
  return {
    ...record,
    progress: { score, seen: record.seen.length, stagnant: gained ? 0 : record.progress.stagnant + 1 },
  };
}

/** Where a search goes at the end of an iteration that did not complete it: on, or to its answer. */
export function afterIteration(
  record: SearchRecord,
  change: (record: SearchRecord) => SearchRecord,
): Pick<StepOutcome, 'change' | 'next'> {
  const after = noteProgress(change(record));
  const ending =
    record.iteration >= record.request.max_iterations
      ? ('max_iterations_reached' as const)
      : after.progress.stagnant >= STAGNANT_LIMIT
        ? ('exhausted' as const)
        : null;
  return {
    change: (before) => ({ ...noteProgress(change(before)), ending }),
    next: { step: ending === null ? 'refine' : 'answer' },
  };
}
