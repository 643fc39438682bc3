import { integer, optionalText, optionalUrl } from '../field.js';

const later = { later: true };

/** Chat and its business backend. */
export const chatFields = {
  apiBaseUrl: optionalUrl('API_BASE_URL', ['http', 'https'], 'business backend', later),
  apiToken: optionalText('API_TOKEN', 'bearer token of the backend', later),
  apiTimeoutSeconds: integer('API_TIMEOUT_SECONDS', 10, [1, 600], 'longest backend call', later),
  toolPacks: optionalText('TOOL_PACKS', 'tool pack files', later),
  toolMaxCalls: integer('TOOL_MAX_CALLS', 14, [0, 100], 'backend calls of one answer', later),
  localDocumentsDir: optionalText('LOCAL_DOCUMENTS_DIR', 'documents when the backend has none', later),
  responseCacheSize: integer('RESPONSE_CACHE_SIZE', 500, [0, 1_000_000], 'answers kept', later),
  responseCacheTtlSeconds: integer(
    'RESPONSE_CACHE_TTL_SECONDS',
    900,
    [0, 86_400],
    'how long answers are kept',
    later,
  ),
  maxSessionMessages: integer('MAX_SESSION_MESSAGES', 50, [1, 10_000], 'messages kept of a session', later),
};
