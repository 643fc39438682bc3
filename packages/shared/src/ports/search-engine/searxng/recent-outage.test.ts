import { describe, expect, it } from 'vitest';
import type { SearchOutcome } from '../search-engine.js';
import { createOutageMemory, outageMemoryMs } from './recent-outage.js';

const empty: SearchOutcome = { kind: 'results', engine: 'e', hits: [], unresponsive: [] };
const hit = { url: 'https://a.example/', title: '', snippet: '', publishedAt: null };
const found: SearchOutcome = { ...empty, hits: [hit] };
const outage: SearchOutcome = {
  kind: 'unavailable',
  engine: 'e',
  code: 'engines_unresponsive',
  detail: 'd',
  unresponsive: [{ name: 'brave', reason: 'timeout' }],
};

describe('createOutageMemory', () => {
  it('takes an empty list for nothing found when nothing was amiss', () => {
    expect(createOutageMemory(() => 0)(empty)).toBe(empty);
  });

  it('takes an empty list soon after an outage for the same outage', () => {
    let now = 0;
    const through = createOutageMemory(() => now);
    through(outage);
    now = outageMemoryMs - 1;
    expect(through(empty)).toMatchObject({ kind: 'unavailable', unresponsive: [{ name: 'brave' }] });
    now = outageMemoryMs;
    expect(through(empty)).toBe(empty);
  });

  it('forgets the outage at the first hit', () => {
    const through = createOutageMemory(() => 0);
    through(outage);
    expect(through(found)).toBe(found);
    expect(through(empty)).toBe(empty);
  });

  it('holds no unreachable server against a later answer', () => {
    const through = createOutageMemory(() => 0);
    through({ ...outage, code: 'engine_unreachable' });
    expect(through(empty)).toBe(empty);
  });
});
