export { createSearchRecords, type SearchRecords } from './create-search-records.js';
export { endSearch } from './end-search.js';
export {
  type Answer,
  answerSchema,
  type Citation,
  citationSchema,
  type Evidence,
  evidenceSchema,
  type Judgement,
  judgementSchema,
  type Passage,
  passageSchema,
} from './evidence.js';
export { newSearchRecord } from './new-search-record.js';
export { claimIdempotencyKeyScript } from './record-scripts.js';
export { type RecordBase, type RecordPage, RecordStore, type Versioned } from './record-store.js';
export {
  isFinished,
  type SearchRecord,
  type SearchState,
  type SearchStatus,
  type Spending,
  type Step,
  searchRecordSchema,
  searchStateSchema,
  searchStates,
  searchStatusSchema,
  stepSchema,
} from './search-record.js';
export { type Budget, budgetSchema, type SearchRequest, searchRequestSchema } from './search-request.js';
export {
  type Receipt,
  receiptSchema,
  type SearchResult,
  type SearchSummary,
  type SearchView,
  searchResult,
  searchResultSchema,
  searchSummary,
  searchSummarySchema,
  searchView,
  searchViewSchema,
} from './search-view.js';
