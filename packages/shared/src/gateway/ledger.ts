/** What one call used, as the server counted it, or as it was estimated where the server does not say. */
export interface CallUsage {
  inputTokens: number;
  outputTokens: number;
  /** null when the model has no known price. */
  costUsd: number | null;
}

/** What a call may cost at most, noted before it is made. */
export interface Reservation {
  task: string;
  tokens: number;
  costUsd: number | null;
}

/**
 * Where a piece of work keeps its paid replies and what they cost; the record of a search is one.
 * Every method that writes resolves only when it is durable, and throws StaleWorkerError when another worker owns
 * the work now.
 */
export interface Ledger {
  /** The kept reply of a call, or undefined. */
  reply(key: string): unknown;
  /** True when the limits leave room for the reservation. */
  affords(reservation: Reservation): boolean;
  /** Notes a call before it is made. A reservation that is there already was lost with its process: it counts as repeated. */
  reserve(key: string, reservation: Reservation): Promise<void>;
  /** Keeps the reply before it is used and books what was spent; a null reply books only. Drops the reservation. */
  settle(
    key: string,
    task: string,
    usages: readonly CallUsage[],
    reply: { value: unknown } | null,
  ): Promise<void>;
}
