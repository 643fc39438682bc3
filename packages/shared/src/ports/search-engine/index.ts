export type { SearchEngine, SearchHit, SearchOutcome, UnresponsiveEngine } from './search-engine.js';
