import { z } from 'zod';
import { RetryableError } from '../../../errors/app-error.js';
import { type Exchange, ExchangeError } from '../../http/exchange.js';
import {
  type ApiConnection,
  type ApiOptions,
  openApiConnection,
} from '../../openai-protocol/api-connection.js';
import { readServerFault, type ServerFault } from '../../openai-protocol/server-fault.js';
import type { Llm, LlmReply, LlmRequest } from '../llm.js';
import { createFormMemory, type FormMemory } from './form-memory.js';
import { llmEmptyReply, llmExchangeError, llmFaultError, llmFeatureRefused } from './llm-error.js';
import { readReply } from './read-reply.js';
import { chatBody } from './request-form.js';

const modelsSchema = z.object({ data: z.array(z.object({ id: z.string() })) });
// Some gateways answer 200 with an error inside.
const hiddenErrorSchema = z.object({
  error: z.object({ code: z.union([z.number(), z.string()]).nullish() }),
});

/**
 * Gives an Llm on `POST /chat/completions` of any OpenAI-compatible server. What the server turns out to refuse
 * (JSON schema, temperature, the name of the token limit) is remembered by the instance and left out of later calls;
 * the call that found out throws RetryableError `llm_feature_refused` with `retryAfterMs` 0, since one call is one
 * request. Where a JSON schema is refused, the schema goes into the prompt. Sends nothing yet; throws
 * InvalidInputError for options that cannot be used.
 */
export function createOpenAiCompatibleLlm(options: ApiOptions & { model: string }): Llm {
  const { model } = options;
  const api = openApiConnection(options);
  const memory = createFormMemory();
  return {
    model,
    complete: (request, { signal }) => complete(api, memory, model, request, signal),
    check: ({ signal }) => check(api, model, signal),
  };
}

async function complete(
  api: ApiConnection,
  memory: FormMemory,
  model: string,
  request: LlmRequest,
  signal: AbortSignal,
): Promise<LlmReply> {
  const form = memory.formFor(request);
  const answer = await answered(() => api.post('chat/completions', chatBody(model, request, form), signal));
  const fault = faultOf(answer);
  if (fault) {
    const feature = memory.refused(request, form, fault);
    throw feature === null ? llmFaultError(fault) : llmFeatureRefused(feature, fault);
  }
  const reply = replyOf(answer);
  memory.served(request, form);
  return reply;
}

function faultOf(answer: Exchange): ServerFault | null {
  if (answer.status < 200 || answer.status > 299) return readServerFault(answer);
  const hidden = hiddenErrorSchema.safeParse(answer.json);
  if (!hidden.success || readReply(answer.json)) return null;
  const code = Number(hidden.data.error.code);
  return readServerFault({ ...answer, status: code >= 400 && code <= 599 ? code : 500 });
}

function replyOf(answer: Exchange): LlmReply {
  if (answer.text.trim() === '') throw llmEmptyReply('an empty body');
  if (answer.json === undefined) {
    throw new RetryableError(
      'llm_unavailable',
      'the language model server answered with something other than JSON',
    );
  }
  const reply = readReply(answer.json);
  if (!reply) throw llmEmptyReply('no choices');
  if (reply.text === '') throw llmEmptyReply(`finish reason ${reply.finishReason}`);
  return reply;
}

async function check(api: ApiConnection, model: string, signal: AbortSignal): Promise<{ detail: string }> {
  const answer = await answered(() => api.get('models', signal));
  const fault = faultOf(answer);
  if (fault) throw llmFaultError(fault);
  const models = modelsSchema.safeParse(answer.json);
  if (!models.success) {
    throw new RetryableError(
      'llm_unavailable',
      'the language model server lists no models: does its URL end in /v1?',
    );
  }
  const listed = models.data.data.some((entry) => entry.id === model);
  return { detail: listed ? `answers, has ${model}` : `answers, does not list ${model}` };
}

async function answered(send: () => Promise<Exchange>): Promise<Exchange> {
  try {
    return await send();
  } catch (error) {
    throw error instanceof ExchangeError ? llmExchangeError(error) : error;
  }
}
