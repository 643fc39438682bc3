import type { z } from 'zod';

/** What a decision hands to the gateway for paid calls; `key` names the call within its search (`judge/2/recheck`). */
export interface ModelCall<T> {
  task: 'judge' | 'rank' | 'refine' | 'answer' | 'verify';
  key: string;
  messages: { role: 'system' | 'user' | 'assistant'; content: string }[];
  /** Letters, digits and `_`. */
  schemaName: string;
  /** Every string and array in it is bounded. */
  schema: z.ZodType<T>;
  maxOutputTokens: number;
  /** Where none is configured; 0.3 when left out. */
  temperature?: number;
}

/** A reply that fits the schema, or why there is none; in each of those cases the rules decide. */
export type ModelReply<T> =
  | { ok: true; value: T }
  | { ok: false; reason: 'no_model' | 'unparsable' | 'unavailable' | 'budget' | 'context_too_long' };

/** Asks the language model once; the gateway retries, paces, journals by key and repairs JSON. */
export type AskModel = <T>(call: ModelCall<T>) => Promise<ModelReply<T>>;

export type DecidedBy = 'llm' | 'rules';
