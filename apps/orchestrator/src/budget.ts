import type { Reservation } from '@agentic-search/shared/gateway';
import type { SearchRecord } from '@agentic-search/shared/records';

/** Tasks that finish the search; what they cost is held back from all others. */
const finishingTasks = new Set(['answer', 'verify']);

/** Share of a limit that is held back for the answer, and the most it needs: evidence, answer and check. */
const HELD_BACK_SHARE = 0.35;
const HELD_BACK_TOKENS = 16_000;

/** Share of the time that is held back for the answer, and the most it needs. */
const HELD_BACK_TIME_SHARE = 0.15;
const HELD_BACK_MS = 15_000;

function tokensUsed(record: SearchRecord): number {
  const spent = Object.values(record.spending.llm).reduce(
    (sum, task) => sum + task.input_tokens + task.output_tokens,
    0,
  );
  const reserved = Object.values(record.reservations).reduce(
    (sum, reservation) => sum + reservation.tokens,
    0,
  );
  return spent + reserved;
}

function usdUsed(record: SearchRecord): number {
  const reserved = Object.values(record.reservations).reduce(
    (sum, reservation) => sum + (reservation.cost_usd ?? 0),
    0,
  );
  return (record.spending.cost_usd ?? 0) + reserved;
}

const heldBackUsd = (record: SearchRecord, maxUsd: number) =>
  record.request.answer ? maxUsd * HELD_BACK_SHARE : 0;

/** True when a call fits into what the limits leave, the answer's share held back for the answer alone. */
export function affords(record: SearchRecord, reservation: Reservation): boolean {
  const { max_llm_tokens: maxTokens, max_cost_usd: maxUsd } = record.request.budget;
  const finishing = finishingTasks.has(reservation.task) || !record.request.answer;
  if (maxTokens !== null) {
    const held = finishing ? 0 : Math.min(HELD_BACK_TOKENS, maxTokens * HELD_BACK_SHARE);
    if (tokensUsed(record) + reservation.tokens > maxTokens - held) return false;
  }
  if (maxUsd !== null) {
    // Once the cost is unknown nothing says that a further call still fits.
    if (reservation.costUsd === null || record.spending.cost_usd === null) return false;
    const held = finishing ? 0 : heldBackUsd(record, maxUsd);
    if (usdUsed(record) + reservation.costUsd > maxUsd - held) return false;
  }
  return true;
}

/** True when the loop may not spend any more: what is left of the cost limit is the answer's, or nobody knows. */
export function isOverspent(record: SearchRecord): boolean {
  const { max_cost_usd: maxUsd } = record.request.budget;
  if (maxUsd === null) return false;
  return record.spending.cost_usd === null || usdUsed(record) > maxUsd - heldBackUsd(record, maxUsd);
}

/** Books embedding tokens at a price in USD a token; null when the embedder has no known price. */
export function bookEmbedding(record: SearchRecord, tokens: number, price: number | null): SearchRecord {
  if (tokens === 0) return record;
  const { spending } = record;
  return {
    ...record,
    spending: {
      ...spending,
      embedding_tokens: spending.embedding_tokens + tokens,
      cost_usd: spending.cost_usd === null || price === null ? null : spending.cost_usd + tokens * price,
    },
  };
}

/**
 * Tokens that embedding each of so many pages may cost at a price in USD a token: what the cost limit leaves, the
 * answer's share held back, is shared out before any of them is crawled. null without a limit or a price.
 */
export function embeddingTokensAPage(
  record: SearchRecord,
  pages: number,
  price: number | null,
): number | null {
  const { max_cost_usd: maxUsd } = record.request.budget;
  if (maxUsd === null || price === null || price === 0) return null;
  const left = Math.max(0, maxUsd - heldBackUsd(record, maxUsd) - usdUsed(record));
  return Math.min(Math.floor(left / price / Math.max(1, pages)), Number.MAX_SAFE_INTEGER);
}

/** Pages the search may still crawl; Infinity without a limit. */
export function pagesLeft(record: SearchRecord): number {
  const limit = record.request.budget.max_pages;
  if (limit === null) return Number.POSITIVE_INFINITY;
  const asked = record.history.reduce(
    (sum, entry) => sum + (entry.action === 'crawl' ? entry.urls.length : 0),
    0,
  );
  return Math.max(0, limit - asked);
}

/** When the loop must end so that the answer still fits into the time (ms since the epoch). */
export function loopDeadline(record: SearchRecord): number {
  if (record.deadline_at === null) return Number.POSITIVE_INFINITY;
  const heldBack = Math.min(HELD_BACK_MS, record.request.budget.max_seconds * 1_000 * HELD_BACK_TIME_SHARE);
  return Math.floor(record.deadline_at - heldBack);
}
