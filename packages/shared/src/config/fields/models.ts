import { z } from 'zod';
import { choice, flag, json, optionalInteger, optionalText, optionalUrl, text } from '../field.js';

/** USD for a million tokens. */
export const modelPriceSchema = z.strictObject({
  input: z.number().min(0),
  output: z.number().min(0).default(0),
});
/** Prices by model. */
export const modelPricesSchema = z.record(z.string(), modelPriceSchema);
export type ModelPrices = z.infer<typeof modelPricesSchema>;

/** Language model, embedder and reranker. */
export const modelFields = {
  openaiApiKey: optionalText(
    'OPENAI_API_KEY',
    'key of the OpenAI-compatible server; this or OPENAI_BASE_URL means there is an LLM',
  ),
  openaiBaseUrl: optionalUrl(
    'OPENAI_BASE_URL',
    ['http', 'https'],
    'any OpenAI-compatible server: Ollama, vLLM, llama.cpp, LM Studio',
  ),
  model: text(['MODEL_CHOICE', 'LLM_MODEL'], 'gpt-4o-mini', 'model of all decisions'),
  contextualModel: optionalText(
    'CONTEXTUAL_EMBEDDING_MODEL',
    'model that places passages; MODEL_CHOICE when not set',
    { later: true },
  ),
  prices: json<ModelPrices>(
    'MODEL_PRICES',
    {},
    modelPricesSchema,
    'JSON like {"gpt-4o-mini":{"input":0.15,"output":0.6}}',
    'USD per million tokens by model',
  ),
  llmRequestsPerMinute: optionalInteger(
    'LLM_REQUESTS_PER_MINUTE',
    [1, 1_000_000],
    'requests a minute to the LLM, and as many to the embedder, whole cluster',
  ),
  llmTokensPerMinute: optionalInteger(
    'LLM_TOKENS_PER_MINUTE',
    [1, 1_000_000_000],
    'tokens a minute to the LLM, and as many to the embedder, whole cluster',
  ),
  embeddingProvider: choice(
    'EMBEDDING_PROVIDER',
    'auto',
    ['auto', 'openai', 'local', 'lexical'],
    'auto: openai with a key or EMBEDDING_BASE_URL, else lexical',
  ),
  embeddingBaseUrl: optionalUrl(
    'EMBEDDING_BASE_URL',
    ['http', 'https'],
    'server of the embeddings; OPENAI_BASE_URL when not set',
  ),
  embeddingApiKey: optionalText('EMBEDDING_API_KEY', 'key of that server; OPENAI_API_KEY when not set'),
  embeddingModel: text('EMBEDDING_MODEL', 'text-embedding-3-small', 'embedding model'),
  embeddingDimensions: optionalInteger(
    'EMBEDDING_DIMENSIONS',
    [1, 65_536],
    'length of the vectors; asked of the model when not set',
  ),
  rerankModel: text('RERANK_MODEL', 'cross-encoder/ms-marco-MiniLM-L-6-v2', 'local cross-encoder', {
    later: true,
  }),
  modelDir: optionalText('MODEL_DIR', 'folder of local model files; DATA_DIR/models when not set', {
    later: true,
  }),
  modelDownload: flag('MODEL_DOWNLOAD', true, 'up and the demo may fetch the local embedding model', {
    later: true,
  }),
};
