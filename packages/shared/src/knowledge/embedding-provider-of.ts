import type { Config } from '../config/config.js';

/** What EMBEDDING_PROVIDER=auto means: openai with a key or EMBEDDING_BASE_URL, else lexical. */
export function embeddingProviderOf(config: Config): 'openai' | 'local' | 'lexical' {
  const { models } = config;
  if (models.embeddingProvider !== 'auto') return models.embeddingProvider;
  const wanted = models.embeddingApiKey ?? models.openaiApiKey ?? models.embeddingBaseUrl;
  return wanted === null ? 'lexical' : 'openai';
}
