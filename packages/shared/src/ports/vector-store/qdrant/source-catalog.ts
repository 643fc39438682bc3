import PQueue from 'p-queue';
import { z } from 'zod';
import type { Source, SourceCatalog } from '../vector-store.js';
import { fieldIs } from './chunk-filter.js';
import { countPoints } from './chunk-writer.js';
import { doneSchema } from './collection-schemas.js';
import type { QdrantConnection } from './connection.js';
import { facet } from './facet.js';
import type { OpenedCollection } from './opened-collection.js';
import { sourcePointId, sourcePointSchema } from './source-point.js';

/** Sources looked at together: three small requests each. */
const SOURCES_AT_ONCE = 8;

const describedSchema = z.object({ result: z.array(sourcePointSchema) });
const lastCrawlSchema = z.object({
  result: z.object({ points: z.array(z.object({ payload: z.object({ crawled_at: z.string() }) })) }),
});

/**
 * Tells of sources. Counts are derived from the chunks when asked, by facets on indexed fields, so they are right
 * whatever happened between two writes; only the summary is stored.
 */
export function createSourceCatalog(
  connection: QdrantConnection,
  collection: OpenedCollection,
): SourceCatalog {
  const tell = async (alias: string, namespace: string, source_id: string, signal: AbortSignal) => {
    const filter = { must: [fieldIs('namespace', namespace), fieldIs('source_id', source_id)] };
    const text = { must: [...filter.must, fieldIs('type', 'text')] };
    const [urls, words, { points }] = await Promise.all([
      facet(connection, alias, 'url', filter, signal),
      facet(connection, alias, 'words', text, signal),
      connection.ask(
        (api, init) =>
          api.scrollPoints(
            {
              collection_name: alias,
              filter,
              limit: 1,
              order_by: { key: 'crawled_at', direction: 'desc' },
              with_payload: ['crawled_at'],
            },
            init,
          ),
        lastCrawlSchema,
        signal,
      ),
    ]);
    return {
      pages: urls.length,
      words: words.reduce((sum, { value, count }) => sum + Number(value) * count, 0),
      last_crawled_at: points[0]?.payload.crawled_at ?? null,
    };
  };

  return {
    async list(namespace, { limit, cursor }, { signal }) {
      const { alias } = await collection.current(signal);
      const hits = await facet(
        connection,
        alias,
        'source_id',
        { must: [fieldIs('namespace', namespace)] },
        signal,
      );
      const chunks = new Map(hits.map(({ value, count }) => [String(value), count]));
      const listed = [...chunks.keys()]
        .filter((source_id) => cursor === null || source_id > cursor)
        .sort()
        .slice(0, limit);
      if (listed.length === 0) return [];
      const ids = listed.map((source_id) => sourcePointId(namespace, source_id));
      const described = await connection.ask(
        (api, init) => api.getPoints({ collection_name: alias, ids, with_payload: true }, init),
        describedSchema,
        signal,
      );
      const summaries = new Map(described.map(({ payload }) => [payload.described_source, payload.summary]));
      const queue = new PQueue({ concurrency: SOURCES_AT_ONCE });
      return queue.addAll(
        listed.map((source_id) => async (): Promise<Source> => {
          const told = await tell(alias, namespace, source_id, signal);
          return {
            source_id,
            chunks: chunks.get(source_id) ?? 0,
            summary: summaries.get(source_id) ?? '',
            ...told,
          };
        }),
      );
    },

    async describe(namespace, { source_id, summary }, { signal }) {
      const { alias } = await collection.current(signal);
      const point = {
        id: sourcePointId(namespace, source_id),
        vector: {},
        payload: { described_in: namespace, described_source: source_id, summary },
      };
      await connection.ask(
        (api, init) => api.upsertPoints({ collection_name: alias, wait: true, points: [point] }, init),
        doneSchema,
        signal,
      );
    },

    async counts(namespace, { signal }) {
      const { alias } = await collection.current(signal);
      const filter = { must: [fieldIs('namespace', namespace)] };
      const [chunks, pages, sources] = await Promise.all([
        countPoints(connection, alias, filter, signal),
        facet(connection, alias, 'url', filter, signal),
        facet(connection, alias, 'source_id', filter, signal),
      ]);
      return { chunks, pages: pages.length, sources: sources.length };
    },
  };
}
