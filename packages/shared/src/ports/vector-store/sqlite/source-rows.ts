import type { Source, StoreCounts } from '../vector-store.js';
import type { Collection } from './collection.js';
import type { Database } from './database.js';

/** Sources of a namespace with their counts, ordered by id, after the cursor. */
export function listSources(
  database: Database,
  { id }: Collection,
  namespace: string,
  { limit, cursor }: { limit: number; cursor: string | null },
): Source[] {
  const rows = database.all<Source>(
    `SELECT page.source_id, count(*) AS pages, sum(chunks) AS chunks, sum(words) AS words,
       coalesce(source.summary, '') AS summary, max(crawled_at) AS last_crawled_at
     FROM c${id}_page AS page LEFT JOIN c${id}_source AS source
       ON source.namespace = page.namespace AND source.source_id = page.source_id
     WHERE page.namespace = ? AND page.source_id > ? GROUP BY page.source_id ORDER BY page.source_id LIMIT ?`,
    namespace,
    cursor ?? '',
    limit,
  );
  return rows.map((row) => ({ ...row }));
}

/** Writes what is told of a source. */
export function describeSource(
  database: Database,
  { id }: Collection,
  namespace: string,
  source: { source_id: string; summary: string },
): void {
  database.write(() => {
    const sql = `INSERT OR REPLACE INTO c${id}_source VALUES (?, ?, ?)`;
    database.run(sql, namespace, source.source_id, source.summary);
  });
}

/** Chunks, pages and sources of a namespace. */
export function countAll(database: Database, { id }: Collection, namespace: string): StoreCounts {
  const row = database.get<StoreCounts>(
    `SELECT coalesce(sum(chunks), 0) AS chunks, count(*) AS pages, count(DISTINCT source_id) AS sources
     FROM c${id}_page WHERE namespace = ?`,
    namespace,
  );
  return { chunks: row?.chunks ?? 0, pages: row?.pages ?? 0, sources: row?.sources ?? 0 };
}
