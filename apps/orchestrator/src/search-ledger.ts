import type { CallUsage, Ledger, Reservation } from '@agentic-search/shared/gateway';
import type { SearchRecord } from '@agentic-search/shared/records';
import { affords } from './budget.js';
import type { SearchSession } from './search-session.js';

const noSpending = { calls: 0, input_tokens: 0, output_tokens: 0, repeated: 0 };

/** The record of a search as the ledger of its paid calls. */
export class SearchLedger implements Ledger {
  /** True once a call was refused because the limits left no room for it. */
  refused = false;

  constructor(
    private readonly session: SearchSession,
    private readonly now: () => number,
  ) {}

  reply(key: string): unknown {
    return this.session.record.journal[key]?.value;
  }

  affords(reservation: Reservation): boolean {
    const fits = affords(this.session.record, reservation);
    if (!fits) this.refused = true;
    return fits;
  }

  async reserve(key: string, reservation: Reservation): Promise<void> {
    await this.session.update((record) => {
      const lost = record.reservations[key];
      return {
        ...(lost ? bookLost(record, lost) : record),
        reservations: {
          ...record.reservations,
          [key]: {
            task: reservation.task,
            tokens: reservation.tokens,
            cost_usd: reservation.costUsd,
            at: this.time(),
          },
        },
      };
    });
  }

  async settle(
    key: string,
    task: string,
    usages: readonly CallUsage[],
    reply: { value: unknown } | null,
  ): Promise<void> {
    await this.session.update((record) => {
      const { [key]: _settled, ...reservations } = record.reservations;
      const journal = reply
        ? { ...record.journal, [key]: { value: reply.value, at: this.time() } }
        : record.journal;
      return { ...usages.reduce((sum, usage) => book(sum, task, usage), record), reservations, journal };
    });
  }

  private time(): string {
    return new Date(this.now()).toISOString();
  }
}

function book(record: SearchRecord, task: string, usage: CallUsage): SearchRecord {
  const before = record.spending.llm[task] ?? noSpending;
  const cost = record.spending.cost_usd;
  return {
    ...record,
    spending: {
      ...record.spending,
      llm: {
        ...record.spending.llm,
        [task]: {
          ...before,
          calls: before.calls + 1,
          input_tokens: before.input_tokens + usage.inputTokens,
          output_tokens: before.output_tokens + usage.outputTokens,
        },
      },
      cost_usd: cost === null || usage.costUsd === null ? null : cost + usage.costUsd,
    },
  };
}

/** A call whose process died before the reply was kept: the server may have been paid, so it counts in full. */
function bookLost(record: SearchRecord, lost: SearchRecord['reservations'][string]): SearchRecord {
  const { task, tokens, cost_usd: costUsd } = lost;
  const booked = book(record, task, { inputTokens: tokens, outputTokens: 0, costUsd });
  const spent = booked.spending.llm[task] ?? noSpending;
  return {
    ...booked,
    spending: {
      ...booked.spending,
      llm: { ...booked.spending.llm, [task]: { ...spent, repeated: spent.repeated + 1 } },
    },
  };
}
