import { z } from 'zod';
import type { ModelPrices } from '../config/fields/models.js';
import { AbortedError, AppError } from '../errors/app-error.js';
import type { Llm, LlmReply, LlmRequest } from '../ports/llm/llm.js';
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

export interface GatewayParts {
  llm: Llm;
  pacer: Pacer;
  prices: ModelPrices;
  defaultTemperature: number;
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
  if (kept !== undefined) return asReply(kept, call.schema);

  const request: LlmRequest = {
    messages: call.messages,
    output: {
      name: call.schemaName,
      schema: z.toJSONSchema(call.schema, { io: 'input' }) as Record<string, unknown>,
    },
    maxOutputTokens: call.maxOutputTokens,
    temperature: call.temperature ?? parts.defaultTemperature,
  };
  const counted = await countTokens(call.messages.map((message) => message.content).join('\n'));
  const inputTokens = Math.ceil(counted * COUNT_MARGIN) + SCHEMA_TOKENS;
  const reservation = {
    task: call.task,
    tokens: inputTokens + call.maxOutputTokens,
    costUsd: priceOf(parts.prices, parts.llm.model, { input: inputTokens, output: call.maxOutputTokens }),
  };
  const usages: CallUsage[] = [];
  for (let attempt = 1; attempt <= PARSE_ATTEMPTS; attempt += 1) {
    if (!scope.ledger.affords(reservation)) {
      if (usages.length > 0) break;
      return { ok: false, reason: 'budget' };
    }
    await scope.ledger.reserve(call.key, reservation);
    const outcome = await complete(parts, scope, request, call.task, reservation.tokens);
    if (!outcome.ok) {
      const { abandoned, reason } = outcome;
      // A server that was left while it wrote may want its money all the same.
      const lost = { inputTokens: reservation.tokens, outputTokens: 0, costUsd: reservation.costUsd };
      await scope.ledger.settle(call.key, call.task, abandoned ? [lost] : [], null);
      return { ok: false, reason };
    }
    usages.push(usageOf(parts, outcome.reply, inputTokens));
    const value = parseReply(outcome.reply.text, call.schema);
    const last = value !== null || attempt === PARSE_ATTEMPTS;
    const keep = value !== null ? { value: { ok: true, value } } : last ? { value: { ok: false } } : null;
    await scope.ledger.settle(call.key, call.task, usages.splice(0), keep);
    if (value !== null) return { ok: true, value };
  }
  return { ok: false, reason: 'unparsable' };
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

/** Node's timers end at 2^31 ms. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

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
  const left = Math.min(Math.max(0, scope.until - parts.now()), LONGEST_TIMER_MS);
  const late = AbortSignal.timeout(left);
  const signal = AbortSignal.any([scope.signal, late]);
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
    if (late.aborted) return { ok: false, reason: 'unavailable', abandoned: inFlight };
    if (error instanceof AbortedError || !(error instanceof AppError)) throw error;
    const reason = error.code === 'llm_context_too_long' ? 'context_too_long' : 'unavailable';
    return { ok: false, reason, abandoned: false };
  }
}
