import { PermanentError } from '../../../errors/app-error.js';
import { type ApiOptions, openApiConnection } from '../../openai-protocol/api-connection.js';
import { faultDetail, faultKind } from '../../openai-protocol/fault-kind.js';
import type { ServerFault } from '../../openai-protocol/server-fault.js';
import type { Embedder, EmbeddingResult } from '../embedder.js';
import { embedderBadReply } from './embedder-error.js';
import { createEmbeddingsCall, type EmbeddingsCall } from './embeddings-call.js';
import { dimensionsToAsk, openaiModelDimensions } from './model-dimensions.js';
import type { Embeddings } from './read-embeddings.js';
import { isUsableVector } from './read-vector.js';
import { shareTokens } from './share-tokens.js';

const maxBatch = 20;
const probe = 'How long is a vector?';

/**
 * Gives an Embedder on `POST /embeddings` of any OpenAI-compatible server. With `dimensions` null the length is
 * OpenAI's published one (no base URL), else learned by one small request: every process that asks the same server
 * learns the same. Throws InvalidInputError for options that cannot be used, and from that request what `embed` throws.
 */
export async function createOpenAiCompatibleEmbedder(
  options: ApiOptions & { model: string; dimensions: number | null },
  { signal }: { signal: AbortSignal },
): Promise<Embedder> {
  const { model } = options;
  const call = createEmbeddingsCall(
    openApiConnection(options),
    model,
    dimensionsToAsk(model, options.dimensions),
  );
  const published = options.baseUrl === null ? openaiModelDimensions(model) : null;
  const dimensions = options.dimensions ?? published ?? (await learnDimensions(call, signal));
  return {
    id: `openai:${model}:${dimensions}`,
    dimensions,
    maxBatch,
    embed: (texts, { signal: embedSignal }) => embed(call, dimensions, texts, embedSignal),
    check: async ({ signal: checkSignal }) => {
      const [result] = await embed(call, dimensions, [probe], checkSignal);
      if (result?.ok !== true) throw embedderBadReply('refused a plain sentence');
      return { detail: `answers, ${model}, ${dimensions} dimensions` };
    },
  };
}

async function learnDimensions(call: EmbeddingsCall, signal: AbortSignal): Promise<number> {
  const outcome = await call([probe], signal);
  const length = outcome.ok ? outcome.embeddings.vectors[0]?.length : undefined;
  if (length === undefined) throw embedderBadReply('refused a plain sentence');
  return length;
}

async function embed(
  call: EmbeddingsCall,
  dimensions: number,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<EmbeddingResult[]> {
  if (texts.length === 0) return [];
  if (texts.length > maxBatch) {
    throw new PermanentError(
      'embedder_batch_too_large',
      `${texts.length} texts in one call, at most ${maxBatch}`,
    );
  }
  const outcome = await call(texts, signal);
  if (outcome.ok) return results(texts, outcome.embeddings, dimensions);
  if (texts.length === 1) return [refusal(outcome.fault)];
  const singly: EmbeddingResult[] = [];
  for (const text of texts) singly.push(...(await embed(call, dimensions, [text], signal)));
  return singly;
}

function results(texts: readonly string[], embeddings: Embeddings, dimensions: number): EmbeddingResult[] {
  const tokens = shareTokens(texts, embeddings.promptTokens);
  return embeddings.vectors.map((vector, index) => {
    if (vector.length !== dimensions) {
      const detail = `the embedding server gave ${vector.length} dimensions, ${dimensions} were expected`;
      throw new PermanentError('embedder_wrong_dimensions', detail);
    }
    if (!isUsableVector(vector)) {
      return {
        ok: false,
        code: 'text_refused',
        detail: 'the embedding server gave a vector without direction',
      };
    }
    return { ok: true, vector, tokens: tokens[index] ?? 0 };
  });
}

function refusal(fault: ServerFault): EmbeddingResult {
  const code = faultKind(fault) === 'context_too_long' ? 'text_too_long' : 'text_refused';
  return { ok: false, code, detail: faultDetail('the embedding server', fault) };
}
