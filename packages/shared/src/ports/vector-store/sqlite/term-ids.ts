import type { ChunkUpsert } from '../chunk.js';
import type { Collection } from './collection.js';
import type { Database } from './database.js';

/** The ids of all terms of the chunks; new terms get one, with no chunk counted yet. Belongs into a transaction. */
export function termIdsOf(
  database: Database,
  { id }: Collection,
  chunks: readonly ChunkUpsert[],
): Map<string, number> {
  const texts = JSON.stringify([...new Set(chunks.flatMap(({ lexical }) => [...lexical.keys()]))].sort());
  database.run(
    `INSERT INTO c${id}_term (text, df) SELECT value, 0 FROM json_each(?) WHERE true ON CONFLICT DO NOTHING`,
    texts,
  );
  const rows = database.all<{ id: number; text: string }>(
    `SELECT id, text FROM c${id}_term WHERE text IN (SELECT value FROM json_each(?))`,
    texts,
  );
  return new Map(rows.map((row) => [row.text, row.id]));
}
