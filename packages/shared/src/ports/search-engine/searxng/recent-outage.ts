import type { SearchOutcome, UnresponsiveEngine } from '../search-engine.js';

/** How long an outage is held against an empty answer, in ms. */
export const outageMemoryMs = 60_000;

/**
 * Sees through a trait of older searx servers: an engine that failed is suspended, and the next answer is an empty
 * list that does not name it. Gives a function that passes outcomes on, save that an empty list within
 * `outageMemoryMs` of an answer with nothing but unresponsive engines is that same outage. Any hit ends it.
 */
export function createOutageMemory(now: () => number): (outcome: SearchOutcome) => SearchOutcome {
  let outage: { until: number; unresponsive: UnresponsiveEngine[] } | null = null;
  return (outcome) => {
    if (outcome.kind === 'unavailable') {
      if (outcome.code === 'engines_unresponsive') {
        outage = { until: now() + outageMemoryMs, unresponsive: outcome.unresponsive };
      }
      return outcome;
    }
    if (outcome.hits.length > 0) outage = null;
    if (!outage || now() >= outage.until) return outcome;
    const names = outage.unresponsive.map(({ name }) => name).join(', ');
    return {
      kind: 'unavailable',
      engine: outcome.engine,
      code: 'engines_unresponsive',
      detail: `nothing found while engines are suspended: ${names}`.slice(0, 500),
      unresponsive: outage.unresponsive,
    };
  };
}
