import { z } from 'zod';
import type { StoredPage } from '../vector-store.js';
import { fieldIs, type QdrantFilter } from './chunk-filter.js';
import type { QdrantConnection } from './connection.js';
import { facet } from './facet.js';

const lastChunkSchema = z.object({
  result: z.object({
    points: z.array(
      z.object({
        payload: z.object({ chunk_count: z.int(), crawled_at: z.string(), checked_at: z.string() }),
      }),
    ),
  }),
});

/**
 * Gives what is indexed of a page, or null, derived from its chunks. The hash stays empty while the text chunks are
 * not all there and of one version: a re-index that broke off must not look finished.
 */
export async function findPage(
  connection: QdrantConnection,
  alias: string,
  { namespace, url }: { namespace: string; url: string },
  signal: AbortSignal,
): Promise<StoredPage | null> {
  const ofPage = [fieldIs('namespace', namespace), fieldIs('url', url)];
  const ofText = { must: [...ofPage, fieldIs('type', 'text')] };
  const last = async (filter: QdrantFilter) => {
    const { points } = await connection.ask(
      (api, init) =>
        api.scrollPoints(
          {
            collection_name: alias,
            filter,
            limit: 1,
            order_by: { key: 'chunk_index', direction: 'desc' },
            with_payload: ['chunk_count', 'crawled_at', 'checked_at'],
          },
          init,
        ),
      lastChunkSchema,
      signal,
    );
    return points[0]?.payload ?? null;
  };
  const [text, versions] = await Promise.all([
    last(ofText),
    facet(connection, alias, 'page_hash', ofText, signal),
  ]);
  const found = text ?? (await last({ must: ofPage }));
  if (!found) return null;
  const [version, ...others] = versions;
  const whole = version !== undefined && others.length === 0 && version.count === found.chunk_count;
  return {
    url,
    page_hash: whole ? String(version.value) : '',
    chunk_count: versions.reduce((sum, { count }) => sum + count, 0),
    crawled_at: found.crawled_at,
    checked_at: found.checked_at,
  };
}
