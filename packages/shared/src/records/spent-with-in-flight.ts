import type { SearchRecord, Spending } from './search-record.js';

/**
 * What a search spent, with the calls that were in flight when it was ended or its process died, and that were never
 * asked for again: nobody knows whether they were charged, so they count in full.
 */
export function spentWithInFlight({ spending, reservations }: SearchRecord): Spending {
  const llm = { ...spending.llm };
  let usd = spending.cost_usd;
  for (const { task, tokens, cost_usd: cost } of Object.values(reservations)) {
    const before = llm[task] ?? { calls: 0, input_tokens: 0, output_tokens: 0, repeated: 0 };
    llm[task] = { ...before, calls: before.calls + 1, input_tokens: before.input_tokens + tokens };
    usd = usd === null || cost === null ? null : usd + cost;
  }
  return { ...spending, llm, cost_usd: usd };
}
