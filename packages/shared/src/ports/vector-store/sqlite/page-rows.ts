import type { StoredPage } from '../vector-store.js';
import type { Collection } from './collection.js';
import type { Database } from './database.js';

/**
 * Counts a page's row anew from its chunks, and drops it with its last chunk. The hash stays empty while the text
 * chunks are not all of one version: a re-index that died half way must not look finished.
 */
export function refreshPage(database: Database, { id }: Collection, namespace: string, url: string): void {
  database.run(`DELETE FROM c${id}_page WHERE namespace = ? AND url = ?`, namespace, url);
  database.run(
    `INSERT INTO c${id}_page
     SELECT space.namespace, url, max(source_id),
       CASE WHEN count(DISTINCT page_hash) FILTER (WHERE type = 'text') = 1
         AND count(*) FILTER (WHERE type = 'text') = max(chunk_count) FILTER (WHERE type = 'text')
         THEN max(page_hash) FILTER (WHERE type = 'text') ELSE '' END,
       count(*) FILTER (WHERE type = 'text'), count(*), sum(words), max(crawled_at), min(checked_at)
     FROM c${id}_space AS space JOIN c${id}_chunk AS chunk ON chunk.space = space.id
     WHERE space.namespace = ? AND url = ? GROUP BY space.namespace, url`,
    namespace,
    url,
  );
}

/** What is indexed of a page, or null. */
export function findPage(
  database: Database,
  { id }: Collection,
  namespace: string,
  url: string,
): StoredPage | null {
  const page = database.get<StoredPage>(
    `SELECT url, page_hash, text_chunks AS chunk_count, crawled_at, checked_at
     FROM c${id}_page WHERE namespace = ? AND url = ?`,
    namespace,
    url,
  );
  return page ? { ...page } : null;
}
