import { describe, expect, it } from 'vitest';
import { appendEntry } from './append-entry.js';
import type { HistoryEntry } from './history-entry.js';
import { shortenHistory } from './shorten-history.js';

const refine = {
  action: 'refine' as const,
  refined_queries: ['b'],
  selected: 'b',
  reasoning: 'r',
  decided_by: 'rules' as const,
};
const error = { action: 'error' as const, step: 'crawl', attempt: 1, code: 'x', detail: 'y', retrying: true };
const place = { iteration: 1, startedAt: 1_000, now: 1_500 };

describe('appendEntry', () => {
  it('numbers entries and notes how long they took', () => {
    const history = appendEntry([], refine, place);
    expect(history).toEqual([
      { seq: 0, iteration: 1, at: '1970-01-01T00:00:01.500Z', duration_ms: 500, ...refine },
    ]);
  });

  it('writes an entry of one iteration and action once', () => {
    const once = appendEntry([], refine, place);
    expect(appendEntry(once, { ...refine, selected: 'c' }, place)).toEqual(once);
    expect(appendEntry(once, refine, { ...place, iteration: 2 })).toHaveLength(2);
  });

  it('keys errors by step and attempt', () => {
    const once = appendEntry([], error, place);
    expect(appendEntry(once, error, place)).toHaveLength(1);
    expect(appendEntry(once, { ...error, attempt: 2 }, place)).toHaveLength(2);
  });
});

describe('shortenHistory', () => {
  it('cuts ranked lists to ten and stays under 32 KB', () => {
    const ranked = Array.from({ length: 20 }, (_, n) => ({
      url: `https://example.org/${n}`,
      title: 't',
      score: 0.5,
      reasoning: 'r',
    }));
    const search: HistoryEntry = {
      seq: 0,
      iteration: 1,
      at: '2026-01-01T00:00:00.000Z',
      duration_ms: 1,
      action: 'web_search',
      query: 'q',
      engine: 'e',
      urls_found: 20,
      urls_ranked: 20,
      promising_urls: 1,
      ranked,
      dropped: [],
      unresponsive_engines: [],
      decided_by: 'rules',
    };
    const many = Array.from({ length: 40 }, (_, n) => ({ ...search, seq: n, query: 'x'.repeat(2_000) }));
    expect(shortenHistory([search])[0]).toMatchObject({ ranked: ranked.slice(0, 10) });
    const short = shortenHistory(many);
    expect(Buffer.byteLength(JSON.stringify(short))).toBeLessThanOrEqual(32 * 1024);
    expect(short.at(-1)).toMatchObject({ seq: 39 });
  });
});
