export {
  type PageMetadata,
  type PagePointer,
  type PageSummary,
  pageMetadataSchema,
  pagePointerSchema,
  pageSummarySchema,
  type StoredPageContent,
  storedPageContentSchema,
} from './page.js';
export type { PageStore } from './page-store.js';
export { createRedisPageStore, type RedisPageStoreOptions } from './redis-page-store.js';
