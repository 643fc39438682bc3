import type { PagePointer, StoredPageContent } from './page.js';

/**
 * Fetched pages, shared by all searches and namespaces: compressed in Redis, keyed by content hash, with expiry
 * (PAGE_TTL_SECONDS) and a byte budget (PAGE_STORE_MAX_BYTES; least recently used go first).
 * Jobs carry the hash, never the page. Throws DependencyUnavailableError when Redis is away.
 */
export interface PageStore {
  /** Stores the page and points `pointer.url` (and `pointer.final_url`) to it, in one step. */
  put(pointer: PagePointer, content: StoredPageContent): Promise<void>;
  /** What is known of a normalised URL, or null. */
  lookup(url: string): Promise<PagePointer | null>;
  /** Several look-ups in one round trip, in order. */
  lookupMany(urls: readonly string[]): Promise<(PagePointer | null)[]>;
  /** The page's content, or null when it expired or was evicted; refreshes its place in the budget. */
  get(pageHash: string): Promise<StoredPageContent | null>;
  /** Moves `checked_at` (and validators) after a 304 or an unchanged body. */
  touch(
    url: string,
    change: { checked_at: string; etag: string | null; last_modified: string | null },
  ): Promise<void>;
  /** Bytes held and number of pages. */
  usage(): Promise<{ bytes: number; pages: number }>;
}
