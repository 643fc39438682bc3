import { InvalidInputError } from '../../../errors/app-error.js';
import type { SearchEngine, SearchOutcome, UnresponsiveEngine } from '../search-engine.js';

type Unavailable = Extract<SearchOutcome, { kind: 'unavailable' }>;

/**
 * Gives an engine that asks the given ones in order until one is available; an empty list is an answer too and ends
 * the row. `engine` of the outcome names the one that answered, `unresponsive` also those that were unavailable
 * before it. When none is available the outcome carries the first one's code and every one's detail.
 * Throws InvalidInputError (`not_configured`) for an empty row.
 */
export function createChainEngine(engines: readonly SearchEngine[]): SearchEngine {
  const [first] = engines;
  if (!first) throw new InvalidInputError('not_configured', 'a chain needs at least one search engine', []);
  const name = engines.map((engine) => engine.name).join(', ');
  return {
    name,
    async search(query, options) {
      const failed: Unavailable[] = [];
      for (const engine of engines) {
        const outcome = await engine.search(query, options);
        if (outcome.kind === 'results') {
          return { ...outcome, unresponsive: [...failed.flatMap(asUnresponsive), ...outcome.unresponsive] };
        }
        failed.push(outcome);
      }
      return allUnavailable(name, failed);
    },
    async check(options) {
      const checks = [];
      for (const engine of engines) checks.push({ engine, ...(await engine.check(options)) });
      const advice = checks.flatMap((check) => (check.advice === null ? [] : [check.advice]));
      return {
        ok: checks.some((check) => check.ok),
        detail: checks.map((check) => `${check.engine.name}: ${check.detail}`).join('; '),
        advice: advice.length > 0 ? advice.join(' ') : null,
      };
    },
  };
}

function asUnresponsive(outcome: Unavailable): UnresponsiveEngine[] {
  return [{ name: outcome.engine, reason: outcome.code }, ...outcome.unresponsive];
}

function allUnavailable(name: string, failed: readonly Unavailable[]): Unavailable {
  return {
    kind: 'unavailable',
    engine: name,
    code: failed[0]?.code ?? 'engine_unreachable',
    detail: failed.map((outcome) => `${outcome.engine}: ${outcome.code}, ${outcome.detail}`).join('; '),
    unresponsive: failed.flatMap((outcome) => outcome.unresponsive),
  };
}
