import type { PageSummary } from '@agentic-search/shared/pages';
import { describe, expect, it } from 'vitest';
import { searchHints } from './search-hints.js';

const page = (over: Partial<PageSummary>): PageSummary => ({
  url: 'https://docs.example/a',
  canonical_url: null,
  status: 200,
  title: '',
  description: null,
  language: null,
  author: null,
  published_at: null,
  modified_at: null,
  headers: [],
  main_topics: [],
  code_blocks: [],
  word_count: 0,
  content_summary: '',
  etag: null,
  last_modified: null,
  ...over,
});
const question = 'How long does Widget wait for idle sockets?';

describe('searchHints', () => {
  it('makes 2–3 queries of headings, topics and code language', () => {
    const hints = searchHints({
      question,
      pages: [
        page({
          title: 'Widget API',
          headers: [
            { level: 2, text: 'Idle sockets' },
            { level: 2, text: 'Licence' },
          ],
          main_topics: ['sockets', 'pool'],
          code_blocks: [{ language: 'ts', count: 3 }],
        }),
      ],
    });
    expect(hints).toHaveLength(3);
    expect(hints[0]).toContain('Idle sockets');
    expect(hints.join(' ')).not.toContain('Licence');
    expect(hints[1]).toBe('Widget API sockets pool');
    expect(hints[2]).toContain('ts example');
  });

  it.each([
    ['no pages', []],
    ['pages without metadata', [page({})]],
    ['headings on other things', [page({ headers: [{ level: 1, text: 'Soup' }] })]],
  ])('none for %s', (_, pages) => {
    expect(searchHints({ question, pages })).toEqual([]);
  });

  it('keeps hints short and never repeats the question', () => {
    const hints = searchHints({
      question: 'idle sockets',
      pages: [
        page({
          title: 'x'.repeat(5_000),
          headers: [{ level: 1, text: 'idle sockets' }],
          main_topics: ['y'.repeat(5_000)],
        }),
      ],
    });
    for (const hint of hints) expect(hint.length).toBeLessThanOrEqual(160);
    expect(hints).not.toContain('idle sockets');
  });
});
