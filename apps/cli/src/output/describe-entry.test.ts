import type { HistoryEntry, HistoryEntryBody } from '@agentic-search/shared/history';
import { expect, test } from 'vitest';
import { describeEntry } from './describe-entry.js';

const at = '2026-01-02T03:04:05.000Z';
function line(body: HistoryEntryBody): string {
  return describeEntry({ seq: 0, iteration: 2, at, duration_ms: 1_240, ...body } as HistoryEntry);
}
const judged = {
  query: 'q',
  completeness: 0.754,
  gaps: [] as string[],
  reasoning: '',
  results_considered: 1,
  decided_by: 'rules' as const,
};

test('a check gives its score and what it stands on', () => {
  expect(line({ action: 'local_check', ...judged })).toBe(
    '2  local_check  75 % complete from 1 passage  (1.2 s)',
  );
});

test('a web search gives what was found and kept', () => {
  const entry = {
    action: 'web_search',
    query: 'q',
    engine: 'documents',
    urls_found: 10,
    urls_ranked: 9,
    promising_urls: 2,
    ranked: [],
    dropped: [],
    unresponsive_engines: [],
    decided_by: 'rules',
  } as const;
  expect(line({ ...entry, ranked: [], dropped: [], unresponsive_engines: [] })).toContain(
    '10 URLs found by documents, 2 promising',
  );
  const none = { ...entry, engine: 'none', ranked: [], dropped: [], urls_found: 0 };
  expect(line({ ...none, unresponsive_engines: [] })).toContain('no search engine to ask  (');
  expect(line({ ...none, unresponsive_engines: [{ name: 'searxng', reason: 'timeout' }] })).toMatch(
    /\n +no reply: searxng \(timeout\)/,
  );
});

test('a crawl names what failed', () => {
  const failures = [{ url: 'http://x/', code: 'not_found', detail: '404' }];
  const entry = {
    action: 'crawl',
    urls: [],
    urls_stored: 0,
    chunks_stored: 0,
    from_cache: 0,
    pages: [],
    failures,
  } as const;
  expect(line({ ...entry, urls: [], pages: [], failures })).toMatch(
    /0 pages stored, 0 passages, 1 failed\n +http:\/\/x\/: not_found/,
  );
});

test.each([
  [{ selected: 'next' }, 'next query: next'],
  [{ selected: null }, 'no other query left'],
])('a refinement %o', (body, expected) => {
  const entry = { action: 'refine', refined_queries: [], reasoning: '', decided_by: 'rules' } as const;
  expect(line({ ...entry, refined_queries: [], ...body })).toContain(expected);
});

test.each([
  [true, '2 sentences, 1 of 2 citations verified'],
  [false, 'no answer in what was found'],
])('an answer that was found: %s', (found, expected) => {
  const counts = { sentences: 2, citations: 2, citations_verified: 1, dropped: 0 };
  expect(line({ action: 'answer', found, decided_by: 'rules', ...counts })).toContain(expected);
});

test('an error says whether it is tried again', () => {
  const error = { action: 'error', step: 'crawl', attempt: 1, code: 'x', detail: 'away' } as const;
  expect(line({ ...error, retrying: true })).toContain('crawl: away (trying again)');
  expect(line({ ...error, retrying: false })).not.toContain('again');
});
