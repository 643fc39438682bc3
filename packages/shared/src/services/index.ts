export { callerNamespace } from './caller-namespace.js';
export { cancelChildren } from './cancel-children.js';
export {
  type ForgottenSource,
  forgottenSourceSchema,
  type KnowledgeSearchInput,
  type KnowledgeSearchResult,
  type KnowledgeStatus,
  knowledgeSearchInputSchema,
  knowledgeSearchResultSchema,
  knowledgeStatusSchema,
  type SourcePage,
  sourceIdSchema,
  sourcePageSchema,
  sourceSchema,
} from './knowledge-input.js';
export { type KnowledgeParts, KnowledgeService, type OpenKnowledge } from './knowledge-service.js';
export { cleanText, type SearchInput, searchInputSchema } from './search-input.js';
export { SearchService } from './search-service.js';
