import type { Llm } from './llm.js';
import { createOpenAiCompatibleLlm } from './openai-compatible/openai-compatible-llm.js';

/** What decides whether there is a language model, and which. Empty strings count as not set. */
export interface CreateLlmOptions {
  apiKey: string | null;
  /** Base URL of an OpenAI-compatible server; null for OpenAI itself. */
  baseUrl: string | null;
  model: string;
  /** Limit of one request, in ms; 120,000 when left out (small machines run slow models). */
  timeoutMs?: number;
}

/**
 * Gives the language model, or null when neither a key nor a base URL is set (decisions are made by rules then).
 * Sends nothing. Throws InvalidInputError (`invalid_service_url`, `invalid_api_key`) for values that cannot be used.
 */
export function createLlm(options: CreateLlmOptions): Llm | null {
  const apiKey = options.apiKey || null;
  const baseUrl = options.baseUrl || null;
  if (apiKey === null && baseUrl === null) return null;
  return createOpenAiCompatibleLlm({
    apiKey,
    baseUrl,
    model: options.model,
    timeoutMs: options.timeoutMs ?? 120_000,
  });
}
