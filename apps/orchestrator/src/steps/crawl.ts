import type { PageSummary } from '@agentic-search/shared/pages';
import type { SearchRecord } from '@agentic-search/shared/records';
import { loopDeadline } from '../budget.js';
import { addChildren, type ChildOutcome, collectChildren } from '../fan-out.js';
import { maxAgeSeconds } from './freshness.js';
import type { StepContext, StepFunction } from './step.js';

const MAX_HEADERS = 20;
const MAX_TOPICS = 8;

type Indexed = Extract<ChildOutcome, { ok: true }>;

async function pageSummaries(context: StepContext, indexed: readonly Indexed[]): Promise<PageSummary[]> {
  const contents = await Promise.all(indexed.map(({ crawl }) => context.parts.pages.get(crawl.page_hash)));
  return contents.flatMap((content) => {
    if (content === null) return [];
    const { links: _links, ...summary } = content.metadata;
    return [
      {
        ...summary,
        headers: summary.headers.slice(0, MAX_HEADERS),
        main_topics: summary.main_topics.slice(0, MAX_TOPICS),
        content_summary: summary.content_summary.slice(0, 500),
      },
    ];
  });
}

function bookPages(
  record: SearchRecord,
  outcomes: readonly ChildOutcome[],
  embeddingPrice: number | null,
): SearchRecord {
  const indexed = outcomes.filter((outcome) => outcome.ok);
  const tokens = indexed.reduce((sum, { index }) => sum + index.embedding_tokens, 0);
  const cached = indexed.filter(({ crawl }) => crawl.from === 'cache').length;
  const { spending } = record;
  const cost = tokens === 0 ? 0 : embeddingPrice === null ? null : tokens * embeddingPrice;
  return {
    ...record,
    spending: {
      ...spending,
      embedding_tokens: spending.embedding_tokens + tokens,
      cost_usd: spending.cost_usd === null || cost === null ? null : spending.cost_usd + cost,
      pages: {
        fetched: spending.pages.fetched + indexed.length - cached,
        from_cache: spending.pages.from_cache + cached,
        refused: spending.pages.refused + outcomes.length - indexed.length,
      },
    },
  };
}

/** Sends one crawl child per URL, waits for all of them without holding a worker, and collects what they brought. */
export const crawl: StepFunction = async (context) => {
  const { record, parts } = context;
  const { urls, started_at: startedAt } = record.fan_out ?? { urls: [], started_at: parts.now() };
  const deadlineAt = Math.min(loopDeadline(record), Number.MAX_SAFE_INTEGER);
  // Children that were taken out because time is up must not come back.
  if (parts.now() < deadlineAt) {
    const maxAge = maxAgeSeconds(record, parts.limits.pageMaxAgeSeconds);
    await addChildren(parts.queues, record, { urls, maxAgeSeconds: maxAge, deadlineAt });
  }
  await context.waitForChildren();
  const outcomes = await collectChildren(parts.queues, record, urls);
  const indexed = outcomes.filter((outcome) => outcome.ok);
  return {
    entry: {
      action: 'crawl',
      urls,
      urls_stored: indexed.length,
      chunks_stored: indexed.reduce((sum, { index }) => sum + index.chunks, 0),
      from_cache: indexed.filter(({ crawl: result }) => result.from !== 'network').length,
      pages: await pageSummaries(context, indexed),
      failures: outcomes.flatMap((outcome) =>
        outcome.ok ? [] : [{ url: outcome.url, code: outcome.code, detail: outcome.detail }],
      ),
    },
    change: (before) => ({
      ...bookPages(before, outcomes, parts.embeddingPrice),
      fan_out: null,
      revalidate: [],
    }),
    next: { step: 'recheck' },
    startedAt,
  };
};
