import { setTimeout as sleep } from 'node:timers/promises';
import type { SearchHit, SearchOutcome } from '@agentic-search/shared/ports/search-engine';
import type { SearchRecord } from '@agentic-search/shared/records';
import { pagesLeft } from '../budget.js';
import { rankUrls } from '../decisions/rank-urls/rank-urls.js';
import { afterIteration } from './after-iteration.js';
import { type Candidate, sortHits } from './sort-hits.js';
import type { StepContext, StepFunction, StepOutcome } from './step.js';

/** An engine that is away for a moment is asked again; waits in ms. */
const ENGINE_RETRY_MS = [300, 1_500];
/** Faults that do not go away by asking again within seconds. */
const LASTING = new Set([
  'engine_blocked',
  'engine_rate_limited',
  'engines_unresponsive',
  'engine_bad_reply',
]);

async function askEngine(context: StepContext, query: string): Promise<SearchOutcome> {
  const { engine, limits } = context.parts;
  if (engine === null) {
    return {
      kind: 'unavailable',
      engine: 'none',
      code: 'engine_unreachable',
      detail: 'no search engine is configured',
      unresponsive: [],
    };
  }
  let outcome = await engine.search(query, { limit: limits.maxWebResults, signal: context.signal });
  for (const wait of ENGINE_RETRY_MS) {
    if (outcome.kind === 'results' || LASTING.has(outcome.code)) break;
    await sleep(wait, undefined, { signal: context.signal });
    outcome = await engine.search(query, { limit: limits.maxWebResults, signal: context.signal });
  }
  return outcome;
}

interface Ranked {
  ranked: { url: string; title: string; score: number; reasoning: string; normalised: string }[];
  decidedBy: 'llm' | 'rules';
}

async function rank(context: StepContext, candidates: readonly Candidate[]): Promise<Ranked> {
  if (candidates.length === 0) return { ranked: [], decidedBy: 'rules' };
  const { record, ask } = context;
  const result = await rankUrls({
    question: record.request.query,
    gaps: record.judged?.gaps ?? [],
    hits: candidates.map((candidate): SearchHit => candidate.hit),
    askModel: ask,
    key: `rank/${record.iteration}`,
  });
  const ranked = result.ranked.flatMap(({ position, score, reasoning }) => {
    const candidate = candidates[position];
    if (!candidate) return [];
    return [
      { url: candidate.hit.url, title: candidate.hit.title, score, reasoning, normalised: candidate.url },
    ];
  });
  return { ranked, decidedBy: result.decided_by };
}

/** Asks the search engine and chooses the few URLs worth reading; evidence that is too old is always worth it. */
export const webSearch: StepFunction = async (context) => {
  const { record, parts } = context;
  const { request } = record;
  const outcome = await askEngine(context, record.current_query);
  const hits = outcome.kind === 'results' ? outcome.hits : [];
  const { candidates, dropped, alreadyHeld } = await sortHits(context, hits);
  const { ranked, decidedBy } = await rank(context, candidates);

  const promising = ranked
    .filter((hit) => hit.score > request.url_score_threshold)
    .map((hit) => hit.normalised);
  // What was asked for in this search already is not asked for again.
  const stale = record.revalidate.filter((url) => !record.read_urls.includes(url));
  const wanted = [...new Set([...stale, ...promising])].slice(0, request.max_urls_per_iteration);
  const urls = wanted.slice(0, pagesLeft(record));
  const reasons =
    outcome.kind === 'unavailable'
      ? [{ name: outcome.engine, reason: `${outcome.code}: ${outcome.detail}` }]
      : [];
  const entry = {
    action: 'web_search' as const,
    query: record.current_query,
    engine: outcome.engine,
    urls_found: hits.length,
    urls_ranked: ranked.length,
    promising_urls: urls.length,
    ranked: ranked.map(({ normalised: _normalised, ...hit }) => hit),
    dropped,
    unresponsive_engines: [...outcome.unresponsive, ...reasons],
    decided_by: decidedBy,
  };
  const startedAt = parts.now();
  const change = (before: SearchRecord): SearchRecord => ({
    ...before,
    read_urls: [...new Set([...before.read_urls, ...alreadyHeld, ...urls])],
    spending: { ...before.spending, urls_found: before.spending.urls_found + hits.length },
    fan_out: urls.length === 0 ? null : { urls, started_at: startedAt },
  });
  return { entry, ...whereTo(record, { unavailable: outcome.kind === 'unavailable', urls, wanted, change }) };
};

function whereTo(
  record: SearchRecord,
  found: {
    unavailable: boolean;
    urls: string[];
    wanted: string[];
    change: (record: SearchRecord) => SearchRecord;
  },
): Pick<StepOutcome, 'change' | 'next'> {
  const { change } = found;
  if (found.urls.length > 0) return { change, next: { step: 'crawl' } };
  const ending = found.unavailable
    ? 'search_unavailable'
    : found.wanted.length > 0
      ? 'budget_exhausted'
      : null;
  if (ending === null) return afterIteration(record, change);
  return { change: (before) => ({ ...change(before), ending }), next: { step: 'answer' } };
}
