import type { SearchView } from '@agentic-search/shared/records';
import { expect } from 'vitest';
import { resultOf } from './entries.js';

/** An answer whose every citation stands in a passage that the result shows, and that gives its date. */
export function expectHonestAnswer(view: SearchView): void {
  const { answer, results } = resultOf(view);
  expect(answer.found).toBe(true);
  expect(answer.text).not.toBeNull();
  expect(answer.citations.length).toBeGreaterThan(0);
  for (const citation of answer.citations) {
    const passage = results.find((one) => one.chunk_id === citation.chunk_id);
    expect(passage, `cited chunk ${citation.chunk_id} is in results`).toBeDefined();
    expect(passage?.content.slice(citation.start, citation.end)).toBe(citation.quote);
    expect(citation.verified).toBe(true);
    expect(citation.url).toBe(passage?.url);
    expect(answer.text).toContain(`[${citation.n}]`);
  }
  expect(Date.parse(answer.as_of ?? '')).not.toBeNaN();
}
