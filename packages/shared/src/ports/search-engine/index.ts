export {
  type CreateSearchEngineOptions,
  createSearchEngine,
  searchEngineNames,
} from './create-search-engine.js';
export type { SearchEngine, SearchHit, SearchOutcome, UnresponsiveEngine } from './search-engine.js';
