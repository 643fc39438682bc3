import { flag, integer } from '../field.js';

/** How pages are cut, embedded and found. */
export const ragFields = {
  useContextualEmbeddings: flag(
    'USE_CONTEXTUAL_EMBEDDINGS',
    false,
    'an LLM places each passage in its page (costs LLM calls)',
    { later: true },
  ),
  useHybridSearch: flag(
    ['USE_HYBRID_SEARCH', 'ENABLE_HYBRID_SEARCH'],
    true,
    'dense and lexical retrieval together; false = dense only',
  ),
  useReranking: flag(
    ['USE_RERANKING', 'ENABLE_RERANKING', 'KB_RERANK_ENABLED'],
    false,
    'local cross-encoder over the results',
    { later: true },
  ),
  useAgenticRag: flag('USE_AGENTIC_RAG', true, 'code blocks are also stored as code examples'),
  topK: integer('TOP_K', 5, [1, 50], 'sources of a chat answer', { later: true }),
  chunkSize: integer('CHUNK_SIZE', 1_600, [200, 20_000], 'characters of a passage'),
  chunkOverlap: integer('CHUNK_OVERLAP', 200, [0, 5_000], 'characters repeated from the passage before'),
};
