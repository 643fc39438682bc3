import { describe, expect, it } from 'vitest';
import type { SearchEngine, SearchOutcome } from '../search-engine.js';
import { createChainEngine } from './chain-engine.js';

const options = { limit: 5, signal: new AbortController().signal };

function recording(name: string, outcome: SearchOutcome): SearchEngine & { queries: string[] } {
  const queries: string[] = [];
  return {
    name,
    queries,
    search: async (query) => {
      queries.push(query);
      return outcome;
    },
    check: async () => {
      const ok = outcome.kind === 'results';
      return { ok, detail: ok ? 'fine' : 'broken', advice: ok ? null : `mend ${name}.` };
    },
  };
}

function working(name: string): ReturnType<typeof recording> {
  return recording(name, {
    kind: 'results',
    engine: name,
    hits: [],
    unresponsive: [{ name: 'x', reason: 'slow' }],
  });
}

function broken(name: string): ReturnType<typeof recording> {
  const unresponsive = [{ name: `${name}-inner`, reason: 'captcha' }];
  return recording(name, {
    kind: 'unavailable',
    engine: name,
    code: 'engine_timeout',
    detail: 'slow',
    unresponsive,
  });
}

describe('createChainEngine', () => {
  it('stops at the first answer, an empty one included', async () => {
    const second = working('b');
    expect(await createChainEngine([working('a'), second]).search('q', options)).toMatchObject({
      engine: 'a',
    });
    expect(second.queries).toEqual([]);
  });

  it('names the one that answered and those that did not', async () => {
    expect(await createChainEngine([broken('a'), working('b')]).search('q', options)).toEqual({
      kind: 'results',
      engine: 'b',
      hits: [],
      unresponsive: [
        { name: 'a', reason: 'engine_timeout' },
        { name: 'a-inner', reason: 'captcha' },
        { name: 'x', reason: 'slow' },
      ],
    });
  });

  it('is unavailable when all are', async () => {
    expect(await createChainEngine([broken('a'), broken('b')]).search('q', options)).toMatchObject({
      kind: 'unavailable',
      engine: 'a, b',
      code: 'engine_timeout',
      detail: 'a: engine_timeout, slow; b: engine_timeout, slow',
      unresponsive: [{ name: 'a-inner' }, { name: 'b-inner' }],
    });
  });

  it('is well while one is, and says what to mend', async () => {
    expect(await createChainEngine([broken('a'), working('b')]).check(options)).toEqual({
      ok: true,
      detail: 'a: broken; b: fine',
      advice: 'mend a.',
    });
    expect(await createChainEngine([broken('a')]).check(options)).toMatchObject({ ok: false });
  });

  it('cannot be empty', () => {
    expect(() => createChainEngine([])).toThrow(expect.objectContaining({ code: 'not_configured' }));
  });
});
