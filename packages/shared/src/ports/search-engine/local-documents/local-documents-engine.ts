import type { SearchEngine } from '../search-engine.js';
import { createSearxngEngine } from '../searxng/searxng-engine.js';

/**
 * Gives a SearchEngine on the project's own documents engine (apps/documents-engine), which searches a folder of HTML
 * and Markdown and answers in SearXNG's JSON; outcomes call it `documents`. Throws InvalidInputError
 * (`invalid_service_url`) for an address that cannot be used.
 */
export function createLocalDocumentsEngine(options: { baseUrl: string; timeoutMs: number }): SearchEngine {
  return createSearxngEngine({ name: 'documents', ...options });
}
