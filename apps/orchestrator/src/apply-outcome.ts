import { appendEntry } from '@agentic-search/shared/history';
import { endSearch, type SearchRecord, type Step } from '@agentic-search/shared/records';
import { claimKey } from './claim-search.js';
import { lastStep, pipeline } from './pipeline.js';
import type { StepOutcome } from './steps/step.js';

/** A step whose outcome leads where the table does not allow is a fault of the code, not of the search. */
function checkTransition(from: Step, to: Step): void {
  if (!pipeline[from].next.includes(to)) throw new Error(`step ${from} must not lead to ${to}`);
}

/** The record after a step: entry appended once, time booked, next step set. Times in ms since the epoch. */
export function applyOutcome(
  record: SearchRecord,
  outcome: StepOutcome,
  time: { startedAt: number; now: number },
): SearchRecord {
  const { step, iteration } = record;
  const changed = outcome.change(record);
  const startedAt = outcome.startedAt ?? time.startedAt;
  const history = appendEntry(changed.history, outcome.entry, { iteration, startedAt, now: time.now });
  const seconds = changed.spending.seconds[step] ?? 0;
  const spent = Math.max(0, time.now - startedAt) / 1_000;
  const booked: SearchRecord = {
    ...changed,
    history,
    spending: {
      ...changed.spending,
      seconds: { ...changed.spending.seconds, [step]: Number((seconds + spent).toFixed(3)) },
    },
  };
  if ('end' in outcome.next) return endSearch(booked, { status: outcome.next.end, now: time.now });
  checkTransition(step, outcome.next.step);
  const moved: SearchRecord = {
    ...booked,
    step: outcome.next.step,
    iteration: outcome.next.newIteration ? iteration + 1 : iteration,
  };
  return { ...moved, claims: { key: claimKey(moved), count: 1, released: false } };
}

/** The record that goes to its answer because a limit was reached. */
export function cutShort(record: SearchRecord): SearchRecord {
  // A search that is answering knows already how it ends.
  const ending = record.step === lastStep ? record.ending : 'budget_exhausted';
  const moved: SearchRecord = { ...record, step: lastStep, ending, fan_out: null };
  return { ...moved, claims: { key: claimKey(moved), count: 1, released: false } };
}
