import { type Exchange, ExchangeError } from '../../http/exchange.js';
import type { ApiConnection } from '../../openai-protocol/api-connection.js';
import { readServerFault, type ServerFault } from '../../openai-protocol/server-fault.js';
import { embedderExchangeError, embedderFaultError } from './embedder-error.js';
import { type Embeddings, readEmbeddings } from './read-embeddings.js';

/** What came of one request: vectors, or the fault by which the server refused these texts. */
export type EmbeddingsOutcome = { ok: true; embeddings: Embeddings } | { ok: false; fault: ServerFault };

/** Asks for the vectors of texts, none empty, in one request; throws what concerns the whole call. */
export type EmbeddingsCall = (texts: readonly string[], signal: AbortSignal) => Promise<EmbeddingsOutcome>;

/**
 * Gives the call for one server and model. `askDimensions` is sent as `dimensions`; a server that refuses the field by
 * name is asked again without it, once in the life of this call (the length of the vectors is checked anyway).
 */
export function createEmbeddingsCall(
  api: ApiConnection,
  model: string,
  askDimensions: number | null,
): EmbeddingsCall {
  let dimensions = askDimensions;
  return async (texts, signal) => {
    let outcome = await ask(api, bodyOf(model, texts, dimensions), texts.length, signal);
    if (!outcome.ok && dimensions !== null && /dimension|matryoshka/i.test(outcome.fault.message)) {
      dimensions = null;
      outcome = await ask(api, bodyOf(model, texts, dimensions), texts.length, signal);
    }
    return outcome;
  };
}

function bodyOf(model: string, texts: readonly string[], dimensions: number | null): Record<string, unknown> {
  // `float` by name: base64, which clients often ask for, comes back as numbers, nested or not at all.
  const body = { model, input: texts, encoding_format: 'float' };
  return dimensions === null ? body : { ...body, dimensions };
}

async function ask(
  api: ApiConnection,
  body: unknown,
  count: number,
  signal: AbortSignal,
): Promise<EmbeddingsOutcome> {
  const answer = await answered(() => api.post('embeddings', body, signal));
  if (answer.status >= 200 && answer.status <= 299)
    return { ok: true, embeddings: readEmbeddings(answer, count) };
  const fault = readServerFault(answer);
  const error = embedderFaultError(fault);
  if (error) throw error;
  return { ok: false, fault };
}

async function answered(send: () => Promise<Exchange>): Promise<Exchange> {
  try {
    return await send();
  } catch (error) {
    throw error instanceof ExchangeError ? embedderExchangeError(error) : error;
  }
}
