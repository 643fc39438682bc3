import { InvalidInputError } from '../../errors/app-error.js';
import type { Embedder } from './embedder.js';
import { createOpenAiCompatibleEmbedder } from './openai-compatible/openai-compatible-embedder.js';

/** What decides whether there are vectors, and whose. Empty strings count as not set. */
export interface CreateEmbedderOptions {
  /** `auto`: openai when a key or a base URL is given here, else lexical. */
  provider: 'auto' | 'openai' | 'local' | 'lexical';
  apiKey: string | null;
  /** Base URL of an OpenAI-compatible server; null for OpenAI itself. */
  baseUrl: string | null;
  model: string;
  /** Wanted length of the vectors, or null for the model's own. */
  dimensions: number | null;
  /** Limit of one request, in ms; 60,000 when left out. */
  timeoutMs?: number;
  /** Ends the one request that learns the dimensions, where one is needed. */
  signal?: AbortSignal;
}

/**
 * Gives the embedder, or null for lexical retrieval. With `dimensions` null and a base URL it sends one request to
 * learn them. Throws InvalidInputError (`not_available` for `local`, `not_configured`, `invalid_service_url`,
 * `invalid_api_key`) and, from that request, what `Embedder.embed` throws.
 */
export async function createEmbedder(options: CreateEmbedderOptions): Promise<Embedder | null> {
  const apiKey = options.apiKey || null;
  const baseUrl = options.baseUrl || null;
  const configured = apiKey !== null || baseUrl !== null;
  if (options.provider === 'lexical' || (options.provider === 'auto' && !configured)) return null;
  if (options.provider === 'local') {
    throw refused(
      'not_available',
      'local embeddings are not available in this version: use openai, lexical or auto',
    );
  }
  if (!configured) throw refused('not_configured', 'provider openai needs an API key or a base URL');
  const { model, dimensions, timeoutMs = 60_000, signal = new AbortController().signal } = options;
  return createOpenAiCompatibleEmbedder({ apiKey, baseUrl, model, dimensions, timeoutMs }, { signal });
}

function refused(code: string, message: string): InvalidInputError {
  return new InvalidInputError(code, message, [{ path: 'provider', message }]);
}
