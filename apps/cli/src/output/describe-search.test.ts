import type { SearchView } from '@agentic-search/shared/records';
import { expect, test } from 'vitest';
import { describeSearch } from './describe-search.js';

type Result = NonNullable<SearchView['result']>;

function unanswered(status: Result['status']): SearchView {
  const receipt = { llm: {}, cost_usd: 0, pages: { fetched: 0, from_cache: 0, refused: 0 }, seconds: {} };
  const answer = { found: false, text: null, as_of: null, citations: [] };
  const result = {
    status,
    completeness: 0,
    iterations: 1,
    retrieval: 'lexical',
    answer,
    results: [],
    receipt,
  };
  return { state: 'completed', error: null, result } as unknown as SearchView;
}

test('where the web could not be searched it says who knows why', () => {
  expect(describeSearch(unanswered('search_unavailable'))).toContain('agentic-search doctor');
  expect(describeSearch(unanswered('exhausted'))).not.toContain('doctor');
});
