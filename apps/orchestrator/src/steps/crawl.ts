import type { PageSummary } from '@agentic-search/shared/pages';
import type { SearchRecord } from '@agentic-search/shared/records';
import { bookEmbedding, embeddingTokensAPage, loopDeadline } from '../budget.js';
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

/** Pages by where they came from; one that was read and could not be indexed was crawled all the same. */
function bookPages(
  record: SearchRecord,
  outcomes: readonly ChildOutcome[],
  embeddingPrice: number | null,
): SearchRecord {
  const tokens = outcomes.reduce(
    (sum, outcome) => sum + (outcome.ok ? outcome.index.embedding_tokens : 0),
    0,
  );
  const from = outcomes.map((outcome) => (outcome.ok ? outcome.crawl.from : outcome.from));
  const fetched = from.filter((origin) => origin === 'network').length;
  const refused = from.filter((origin) => origin === null).length;
  const booked = bookEmbedding(record, tokens, embeddingPrice);
  const { pages } = booked.spending;
  return {
    ...booked,
    spending: {
      ...booked.spending,
      pages: {
        fetched: pages.fetched + fetched,
        from_cache: pages.from_cache + from.length - fetched - refused,
        refused: pages.refused + refused,
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
    const maxEmbeddingTokens = embeddingTokensAPage(record, urls.length, parts.embeddingPrice);
    const options = { urls, maxAgeSeconds: maxAge, deadlineAt, maxEmbeddingTokens };
    await addChildren(parts.queues, record, options);
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
