import { newSearchRecord } from '@agentic-search/shared/records';
import { describe, expect, it } from 'vitest';
import { searchRequest } from '../../../test/support/search-request.js';
import { embeddingTokensAPage, isOverspent } from './budget.js';

const recordOf = (budget: Record<string, unknown>, spent: number | null, answer = true) => {
  const request = searchRequest({ budget, answer });
  const record = newSearchRecord({ id: 'a', owner: 'local', request, now: 0 });
  return { ...record, spending: { ...record.spending, cost_usd: spent } };
};

describe('embeddingTokensAPage', () => {
  it('shares out what the limit leaves, the share of the answer held back', () => {
    expect(embeddingTokensAPage(recordOf({ max_cost_usd: 1 }, 0.05), 3, 0.000_001)).toBe(200_000);
    expect(embeddingTokensAPage(recordOf({ max_cost_usd: 1 }, 0.1, false), 3, 0.000_001)).toBe(300_000);
    expect(embeddingTokensAPage(recordOf({ max_cost_usd: 1 }, 0.9), 3, 0.000_001)).toBe(0);
  });

  it('is no limit without a cost limit, or where vectors cost nothing', () => {
    expect(embeddingTokensAPage(recordOf({}, 5), 3, 0.000_001)).toBeNull();
    expect(embeddingTokensAPage(recordOf({ max_cost_usd: 1 }, 0), 3, 0)).toBeNull();
  });
});

describe('isOverspent', () => {
  it('leaves the answer its share and takes 0 for a limit', () => {
    expect(isOverspent(recordOf({ max_cost_usd: 1 }, 0.6))).toBe(false);
    expect(isOverspent(recordOf({ max_cost_usd: 1 }, 0.7))).toBe(true);
    expect(isOverspent(recordOf({ max_cost_usd: 1 }, 0.7, false))).toBe(false);
    expect(isOverspent(recordOf({ max_cost_usd: 0 }, 0))).toBe(false);
    expect(isOverspent(recordOf({ max_cost_usd: 0 }, 0.01))).toBe(true);
    expect(isOverspent(recordOf({ max_cost_usd: 1 }, null))).toBe(true);
    expect(isOverspent(recordOf({}, null))).toBe(false);
  });
});
