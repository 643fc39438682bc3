import { z } from 'zod';
import { list, optionalText, optionalUrl, text } from '../field.js';

/** Where the services are; nothing set means one machine with private ones. */
export const serviceFields = {
  redisUrl: optionalUrl('REDIS_URL', ['redis', 'rediss'], 'Redis; `up` starts a private one when not set'),
  redisKeyPrefix: text(
    'REDIS_KEY_PREFIX',
    '{agentic-search}',
    'first part of every key; the braces keep one cluster slot',
  ),
  qdrantUrl: optionalUrl('QDRANT_URL', ['http', 'https'], 'Qdrant; a SQLite file in DATA_DIR when not set'),
  qdrantApiKey: optionalText('QDRANT_API_KEY', 'key of Qdrant'),
  collection: text('QDRANT_COLLECTION', 'knowledge', 'alias of the collection, in either store'),
  searxngUrl: optionalUrl('SEARXNG_URL', ['http', 'https'], 'SearXNG with the JSON format enabled'),
  braveApiKey: optionalText('BRAVE_API_KEY', 'key of the Brave search API', { later: true }),
  tavilyApiKey: optionalText('TAVILY_API_KEY', 'key of the Tavily search API', { later: true }),
  searchDocuments: optionalText(
    'SEARCH_DOCUMENTS',
    'folder of HTML and Markdown to serve on loopback and search',
  ),
  documentsEngineUrl: optionalUrl(
    'DOCUMENTS_ENGINE_URL',
    ['http', 'https'],
    'a running documents engine; `up` sets it',
  ),
  searchEngines: list(
    'SEARCH_ENGINES',
    z.enum(['searxng', 'brave', 'tavily', 'documents']) as unknown as z.ZodType<string, string>,
    'a list of searxng, brave, tavily, documents',
    'order of fallbacks; what is configured when not set',
  ),
  dataDir: text('DATA_DIR', '.data', 'folder of everything kept on this machine'),
};
