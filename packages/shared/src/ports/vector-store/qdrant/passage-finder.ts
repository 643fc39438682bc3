import type { Schemas } from '@qdrant/js-client-rest';
import { z } from 'zod';
import { PermanentError } from '../../../errors/app-error.js';
import { checkVector } from '../check-vector.js';
import type { ChunkFilter, RankedChunk } from '../chunk.js';
import type { PassageFinder } from '../vector-store.js';
import { qdrantFilter } from './chunk-filter.js';
import { chunkPointSchema, rankedPointSchema, shortNumbers } from './chunk-point.js';
import type { QdrantConnection } from './connection.js';
import type { OpenedCollection } from './opened-collection.js';
import { findPage } from './stored-page.js';
import { indexTerms } from './term-index.js';

const rankedSchema = z.object({ result: z.object({ points: z.array(rankedPointSchema) }) });
const retrievedSchema = z.object({ result: z.array(chunkPointSchema) });

/** Other ids than UUIDs are refused by the server; no chunk has one. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Finds passages with `points/query`, the one search endpoint that later servers keep. The server's IDF is the port's
 * formula; after deletions it still counts the deleted chunks in N and n until its optimizer has run.
 */
export function createPassageFinder(
  connection: QdrantConnection,
  collection: OpenedCollection,
): PassageFinder {
  const query = async (
    nearest: Pick<Schemas['QueryRequest'], 'query' | 'using'>,
    alias: string,
    filter: ChunkFilter,
    limit: number,
    signal: AbortSignal,
  ): Promise<RankedChunk[]> => {
    const chosen = qdrantFilter(filter);
    const { points } = await connection.ask(
      (api, init) =>
        api.queryPoints(
          { collection_name: alias, ...nearest, filter: chosen, limit, with_payload: true },
          init,
        ),
      rankedSchema,
      signal,
    );
    // the server leaves the order of equal scores open
    return points.sort((a, b) => b.score - a.score || (a.chunk.id < b.chunk.id ? -1 : 1));
  };

  return {
    async dense(vector, filter, limit, { signal }) {
      const { alias, dimensions } = await collection.current(signal);
      if (dimensions === null) return [];
      return collection.during(() => {
        checkVector(vector, dimensions);
        return query({ query: shortNumbers(vector), using: 'dense' }, alias, filter, limit, signal);
      });
    },

    async lexical(terms, filter, limit, { signal }) {
      const { alias } = await collection.current(signal);
      const vector = indexTerms(terms);
      if (!vector.values.every(Number.isFinite)) {
        throw new PermanentError('invalid_chunk', 'a term of the question has a weight that is no number');
      }
      if (vector.indices.length === 0) return [];
      return query({ query: vector, using: 'lexical' }, alias, filter, limit, signal);
    },

    async get(namespace, ids, { signal }) {
      const { alias } = await collection.current(signal);
      const known = ids.filter((id) => UUID.test(id));
      if (known.length === 0) return [];
      const chunks = await connection.ask(
        (api, init) => api.getPoints({ collection_name: alias, ids: known, with_payload: true }, init),
        retrievedSchema,
        signal,
      );
      return chunks.filter((chunk) => chunk.namespace === namespace);
    },

    async page(namespace, url, { signal }) {
      const { alias } = await collection.current(signal);
      return findPage(connection, alias, { namespace, url }, signal);
    },
  };
}
