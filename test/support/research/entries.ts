import type { HistoryAction, HistoryEntry } from '@agentic-search/shared/history';
import type { SearchView } from '@agentic-search/shared/records';

/** The steps a search took, in order, as `iteration:action`; starts that were lost on the way are left out. */
export const path = (view: SearchView): string[] =>
  view.search_history
    .filter((entry) => entry.action !== 'error')
    .map((entry) => `${entry.iteration}:${entry.action}`);

/** All entries of one action. */
export function entries<Action extends HistoryAction>(
  view: SearchView,
  action: Action,
): Extract<HistoryEntry, { action: Action }>[] {
  return view.search_history.filter(
    (entry): entry is Extract<HistoryEntry, { action: Action }> => entry.action === action,
  );
}

/** The only entry of an action; throws when there is none or more than one. */
export function only<Action extends HistoryAction>(
  view: SearchView,
  action: Action,
): Extract<HistoryEntry, { action: Action }> {
  const [entry, ...more] = entries(view, action);
  if (entry === undefined || more.length > 0)
    throw new Error(`${entry ? 1 + more.length : 0} entries of ${action}: ${path(view).join(' ')}`);
  return entry;
}

/** The result of a search that has ended. */
export function resultOf(view: SearchView): NonNullable<SearchView['result']> {
  if (view.result === null) throw new Error(`search ${view.id} has no result: ${view.state}`);
  return view.result;
}
