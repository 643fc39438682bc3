import { checkCompleteness, checkEntry } from './check-completeness.js';
import { evidenceOf } from './evidence-of.js';
import type { StepFunction } from './step.js';

/** Looks into the knowledge base with the current query and judges the original question. */
export const localCheck: StepFunction = async (context) => {
  const { record } = context;
  const found = await evidenceOf(context, [record.current_query]);
  const checked = await checkCompleteness(context, found);
  const entry = { action: 'local_check' as const, ...checkEntry(record.current_query, found, checked) };
  if (checked.complete) {
    return {
      entry,
      change: (before) => ({ ...checked.change(before), ending: 'complete' }),
      next: { step: 'answer' },
    };
  }
  if (record.request.max_iterations === 0) {
    const change = (before: typeof record) => ({
      ...checked.change(before),
      ending: 'max_iterations_reached' as const,
    });
    return { entry, change, next: { step: 'answer' } };
  }
  return { entry, change: checked.change, next: { step: 'web_search' } };
};
