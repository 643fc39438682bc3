export { callerNamespace } from './caller-namespace.js';
export { cancelChildren } from './cancel-children.js';
export { cleanText, type SearchInput, searchInputSchema } from './search-input.js';
export { SearchService } from './search-service.js';
