import type { z } from 'zod';
import type { LlmMessage } from '../ports/llm/llm.js';

/** One question to the language model, asked at most once per key and record. */
export interface PaidCall<T> {
  /** What it is for; the receipt counts by it. */
  task: string;
  /** Names the call within its record (`judge/2/recheck`); a kept reply is found by it. */
  key: string;
  messages: LlmMessage[];
  /** Letters, digits and `_`. */
  schemaName: string;
  /** Every string and array in it is bounded. */
  schema: z.ZodType<T>;
  maxOutputTokens: number;
  /** What the task itself asks for; it holds where none is configured. */
  temperature?: number;
}

/** A reply that fits the schema, or why there is none; in each of those cases the rules decide. */
export type PaidReply<T> =
  | { ok: true; value: T }
  | { ok: false; reason: 'no_model' | 'unparsable' | 'unavailable' | 'budget' | 'context_too_long' };
