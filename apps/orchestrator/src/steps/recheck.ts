import type { PageSummary } from '@agentic-search/shared/pages';
import type { SearchRecord } from '@agentic-search/shared/records';
import { searchHints } from '../decisions/search-hints/search-hints.js';
import { afterIteration } from './after-iteration.js';
import { checkCompleteness, checkEntry } from './check-completeness.js';
import { evidenceOf } from './evidence-of.js';
import type { StepFunction } from './step.js';

function crawledPages(record: SearchRecord): PageSummary[] {
  const crawl = record.history.findLast(
    (entry) => entry.action === 'crawl' && entry.iteration === record.iteration,
  );
  return crawl?.action === 'crawl' ? crawl.pages : [];
}

/** Looks again after the crawl, with the original question, the current query and, where asked for, hints. */
export const recheck: StepFunction = async (context) => {
  const { record } = context;
  const { query: question, use_search_hints: useHints } = record.request;
  const hints = useHints ? searchHints({ question, pages: crawledPages(record) }) : [];
  const queries = [...new Set([record.current_query, ...hints])].filter((query) => query !== question);
  const found = await evidenceOf(context, [question, ...queries]);
  const checked = await checkCompleteness(context, found);
  const entry = {
    action: 'recheck' as const,
    ...checkEntry(record.current_query, found, checked),
    ...(hints.length > 0 ? { hints } : {}),
  };
  if (checked.complete) {
    return {
      entry,
      change: (before) => ({ ...checked.change(before), ending: 'complete' }),
      next: { step: 'answer' },
    };
  }
  return { entry, ...afterIteration(record, checked.change) };
};
