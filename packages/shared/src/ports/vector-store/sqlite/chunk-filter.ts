import type { ChunkFilter } from '../chunk.js';
import type { Collection } from './collection.js';
import type { Database, SqlValue } from './database.js';

/** Spaces (namespace and type) the filter allows. */
export function spacesOf(database: Database, { id }: Collection, filter: ChunkFilter): number[] {
  const rows = database.all<{ id: number; type: string }>(
    `SELECT id, type FROM c${id}_space WHERE namespace = ?`,
    filter.namespace,
  );
  return rows.filter(({ type }) => filter.type === undefined || filter.type === type).map((row) => row.id);
}

/** The filter's other conditions as SQL over the chunk table, or null when it has none. */
export function conditionsOf(filter: ChunkFilter): { sql: string; values: SqlValue[] } | null {
  const parts: string[] = [];
  const values: SqlValue[] = [];
  const add = (sql: string, value: SqlValue) => {
    parts.push(sql);
    values.push(value);
  };
  if (filter.source_id !== undefined) add('source_id = ?', filter.source_id);
  if (filter.url !== undefined) add('url = ?', filter.url);
  if (filter.chunk_index !== undefined) add('chunk_index = ?', filter.chunk_index);
  if (filter.include_sources?.length) {
    add('source_id IN (SELECT value FROM json_each(?))', JSON.stringify(filter.include_sources));
  }
  if (filter.exclude_sources?.length) {
    add('source_id NOT IN (SELECT value FROM json_each(?))', JSON.stringify(filter.exclude_sources));
  }
  return parts.length ? { sql: parts.join(' AND '), values } : null;
}

/** Rowids of the chunks of a space that meet the filter's other conditions, or null when all of them do. */
export function allowedRowids(
  database: Database,
  { id }: Collection,
  space: number,
  filter: ChunkFilter,
): readonly number[] | null {
  const conditions = conditionsOf(filter);
  if (!conditions) return null;
  // One JSON value: a row for each of many thousand rowids would cost more than the search.
  const row = database.get<{ rowids: string }>(
    `SELECT json_group_array(rowid) AS rowids FROM c${id}_chunk WHERE space = ? AND ${conditions.sql}`,
    space,
    ...conditions.values,
  );
  return JSON.parse(row?.rowids ?? '[]');
}
