import { removeChunk, type StoredChunk } from './chunk-removal.js';
import type { Collection } from './collection.js';
import type { Database } from './database.js';
import { refreshPage } from './page-rows.js';
import { gatherPostingChanges } from './posting-changes.js';

// A source may be large: one transaction for all of it would hold its whole term index in memory.
const CHUNKS_PER_TRANSACTION = 512;

/** Deletes the page's chunks of that type from number `from` on; gives how many went. */
export function pruneChunks(
  database: Database,
  collection: Collection,
  page: { namespace: string; url: string; type: string; from: number },
): number {
  return database.write(() => {
    const surplus = database.all<StoredChunk>(
      `SELECT rowid, space, terms FROM c${collection.id}_chunk
       WHERE space = (SELECT id FROM c${collection.id}_space WHERE namespace = ? AND type = ?)
         AND url = ? AND chunk_index >= ?`,
      page.namespace,
      page.type,
      page.url,
      page.from,
    );
    if (surplus.length === 0) return 0;
    const changes = gatherPostingChanges(database, collection);
    for (const chunk of surplus) removeChunk(database, collection, chunk, changes);
    changes.apply();
    refreshPage(database, collection, page.namespace, page.url);
    return surplus.length;
  });
}

/** Deletes up to a bounded number of the source's chunks; gives how many went. */
function removeSome(database: Database, collection: Collection, namespace: string, source: string): number {
  return database.write(() => {
    const some = database.all<StoredChunk & { url: string }>(
      `SELECT rowid, space, terms, url FROM c${collection.id}_chunk
       WHERE space IN (SELECT id FROM c${collection.id}_space WHERE namespace = ?) AND source_id = ?
       ORDER BY url LIMIT ${CHUNKS_PER_TRANSACTION}`,
      namespace,
      source,
    );
    const changes = gatherPostingChanges(database, collection);
    for (const chunk of some) removeChunk(database, collection, chunk, changes);
    changes.apply();
    for (const url of new Set(some.map((chunk) => chunk.url))) {
      refreshPage(database, collection, namespace, url);
    }
    if (some.length < CHUNKS_PER_TRANSACTION) {
      database.run(
        `DELETE FROM c${collection.id}_source WHERE namespace = ? AND source_id = ?`,
        namespace,
        source,
      );
    }
    return some.length;
  });
}

/** Forgets a source of a namespace; gives how many chunks went. Run again after a death, it finishes. */
export function deleteSource(
  database: Database,
  collection: Collection,
  { namespace, source_id }: { namespace: string; source_id: string },
): number {
  let total = 0;
  for (;;) {
    const removed = removeSome(database, collection, namespace, source_id);
    total += removed;
    if (removed < CHUNKS_PER_TRANSACTION) return total;
  }
}

/** Moves `checked_at` of the page's chunks. */
export function touchPage(
  database: Database,
  { id }: Collection,
  page: { namespace: string; url: string; checked_at: string },
): void {
  database.write(() => {
    database.run(
      `UPDATE c${id}_chunk SET checked_at = ?
       WHERE space IN (SELECT id FROM c${id}_space WHERE namespace = ?) AND url = ?`,
      page.checked_at,
      page.namespace,
      page.url,
    );
    const sql = `UPDATE c${id}_page SET checked_at = ? WHERE namespace = ? AND url = ?`;
    database.run(sql, page.checked_at, page.namespace, page.url);
  });
}
