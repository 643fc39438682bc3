import { parseConfig } from '@agentic-search/shared/config';
import type { SearchRequest } from '@agentic-search/shared/records';
import { resolveSearchInput } from '../../packages/shared/src/services/search-input.js';

/** A search request with the built-in defaults and the given fields. */
export function searchRequest(fields: Record<string, unknown> = {}, namespace = 'default'): SearchRequest {
  return resolveSearchInput({ query: 'How large is the pool?', ...fields }, parseConfig({}), namespace);
}
