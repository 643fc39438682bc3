import { z } from 'zod';
import type { ModelPrices } from '../config/fields/models.js';
import { AbortedError, AppError } from '../errors/app-error.js';
import type { Llm, LlmReply, LlmRequest } from '../ports/llm/llm.js';
import { limitSignal } from '../time-limits/limit-signal.js';
import { callWithPatience } from './call-with-patience.js';
import { countTokens } from './count-tokens.js';
import type { CallUsage, Ledger } from './ledger.js';
import type { Pacer } from './pacer.js';
import type { PaidCall, PaidReply } from './paid-call.js';
import { parseReply } from './parse-reply.js';
import { priceOf } from './price.js';

/** A reply that does not parse is asked for once more; then the rules decide. */
const PARSE_ATTEMPTS = 2;

/** Other models' tokenizers count up to some percent more, and the schema is sent as well. */
const COUNT_MARGIN = 1.15;
const SCHEMA_TOKENS = 200;
const USUAL_TEMPERATURE = 0.3;

/** What a call to the model goes through, chosen once in main.ts. */
export interface GatewayParts {
  llm: Llm;
  pacer: Pacer;
  prices: ModelPrices;
  /** AGENTIC_SEARCH_LLM_TEMPERATURE; null when not set: the task's own, else 0.3. */
  temperature: number | null;
  now: () => number;
  /** Told before a request goes out. */
  onCall?: (task: string) => void;
}

/** The limits of one piece of work's calls. */
export interface GatewayScope {
  ledger: Ledger;
  signal: AbortSignal;
  /** Waiting for the model, and for a reply on its way, ends here (ms since the epoch). */
  until: number;
}

/**
 * The one way to a language model: gives the kept reply of a call that was paid before, reserves what a call may
 * cost before it is made, paces the cluster, waits out limits, repairs and checks the reply, and keeps it before it
 * is used. Throws AbortedError when the signal fires and StaleWorkerError when the work was taken over; everything
 * else is a reply.
 */
export async function askModel<T>(
  parts: GatewayParts,
  scope: GatewayScope,
  call: PaidCall<T>,
): Promise<PaidReply<T>> {
  const kept = scope.ledger.reply(call.key);
  const rubbish = rubbishKept(kept);
  if (kept !== undefined && rubbish === null) return asReply(kept, call.schema);
  if (rubbish !== null && rubbish >= PARSE_ATTEMPTS) return { ok: false, reason: 'unparsable' };

  const request: LlmRequest = {
    messages: call.messages,
    output: {
      name: call.schemaName,
      schema: z.toJSONSchema(call.schema, { io: 'input' }) as Record<string, unknown>,
    },
    maxOutputTokens: call.maxOutputTokens,
    temperature: parts.temperature ?? call.temperature ?? USUAL_TEMPERATURE,
  };
  const counted = await countTokens(call.messages.map((message) => message.content).join('\n'));
  const inputTokens = Math.ceil(counted * COUNT_MARGIN) + SCHEMA_TOKENS;
  const reservation = {
    task: call.task,
    tokens: inputTokens + call.maxOutputTokens,
    costUsd: priceOf(parts.prices, parts.llm.model, { input: inputTokens, output: call.maxOutputTokens }),
  };
  for (let attempt = (rubbish ?? 0) + 1; attempt <= PARSE_ATTEMPTS; attempt += 1) {
    if (!scope.ledger.affords(reservation)) return { ok: false, reason: 'budget' };
    await scope.ledger.reserve(call.key, reservation);
    const outcome = await complete(parts, scope, request, call.task, reservation.tokens);
    if (!outcome.ok) {
      const { abandoned, reason } = outcome;
      // A server that was left while it wrote may want its money all the same.
      const lost = { inputTokens: reservation.tokens, outputTokens: 0, costUsd: reservation.costUsd };
      await scope.ledger.settle(call.key, call.task, abandoned ? [lost] : [], null);
      return { ok: false, reason };
    }
    const usage = usageOf(parts, outcome.reply, inputTokens);
    const value = parseReply(outcome.reply.text, call.schema);
    // Rubbish is kept too, as a count: who takes this over must not pay for it again.
    const keep = value !== null ? { ok: true, value } : { ok: false, attempts: attempt };
    await scope.ledger.settle(call.key, call.task, [usage], { value: keep });
    if (value !== null) return { ok: true, value };
  }
  return { ok: false, reason: 'unparsable' };
}

/** How many replies of a call were paid for that did not parse; null when what is kept is no such count. */
function rubbishKept(kept: unknown): number | null {
  const parsed = z
    .object({ ok: z.literal(false), attempts: z.int().default(PARSE_ATTEMPTS) })
    .safeParse(kept);
  return parsed.success ? parsed.data.attempts : null;
}

function asReply<T>(kept: unknown, schema: z.ZodType<T>): PaidReply<T> {
  const parsed = z.object({ ok: z.literal(true), value: schema }).safeParse(kept);
  return parsed.success ? { ok: true, value: parsed.data.value as T } : { ok: false, reason: 'unparsable' };
}

function usageOf(parts: GatewayParts, reply: LlmReply, estimatedInput: number): CallUsage {
  const inputTokens = reply.usage?.inputTokens ?? estimatedInput;
  // Without a count from the server, four characters a token is the usual estimate.
  const outputTokens = reply.usage?.outputTokens ?? Math.ceil(reply.text.length / 4);
  return {
    inputTokens,
    outputTokens,
    costUsd: priceOf(parts.prices, parts.llm.model, { input: inputTokens, output: outputTokens }),
  };
}

type Completed =
  | { ok: true; reply: LlmReply }
  | { ok: false; reason: 'unavailable' | 'context_too_long'; abandoned: boolean };

async function complete(
  parts: GatewayParts,
  scope: GatewayScope,
  request: LlmRequest,
  task: string,
  tokens: number,
): Promise<Completed> {
  const limit = limitSignal(scope.signal, scope.until - parts.now());
  const { signal } = limit;
  let inFlight = false;
  try {
    const reply = await callWithPatience(
      async () => {
        inFlight = false;
        await parts.pacer.take(tokens, signal);
        parts.onCall?.(task);
        inFlight = true;
        return parts.llm.complete(request, { signal });
      },
      { until: scope.until, signal, now: parts.now },
    );
    return { ok: true, reply };
  } catch (error) {
    scope.signal.throwIfAborted();
    if (limit.timedOut()) return { ok: false, reason: 'unavailable', abandoned: inFlight };
    if (error instanceof AbortedError || !(error instanceof AppError)) throw error;
    // The pace is kept in Redis: its absence says nothing of the model.
    if (error.code === 'redis_unavailable') throw error;
    const reason = error.code === 'llm_context_too_long' ? 'context_too_long' : 'unavailable';
    return { ok: false, reason, abandoned: false };
  } finally {
    limit.release();
  }
}
