import type { PagePointer, PageStore } from '@agentic-search/shared/pages';

/** A page that the store holds whole. */
export type StoredPage = PagePointer;

/** Gives the pointer of a URL whose content is still there, or null: a pointer may outlive an evicted page. */
export async function storedPage(pages: PageStore, url: string): Promise<StoredPage | null> {
  const pointer = await pages.lookup(url);
  if (!pointer) return null;
  return (await pages.get(pointer.page_hash)) === null ? null : pointer;
}

/** Whether a page was checked within `maxAgeSeconds`; 0 = never. */
export function isFresh(page: StoredPage, maxAgeSeconds: number, now: number): boolean {
  return maxAgeSeconds > 0 && now - Date.parse(page.checked_at) < maxAgeSeconds * 1_000;
}
