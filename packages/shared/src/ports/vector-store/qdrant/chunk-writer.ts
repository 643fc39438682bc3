import type { Schemas } from '@qdrant/js-client-rest';
import { z } from 'zod';
import { PermanentError } from '../../../errors/app-error.js';
import { checkUpserts } from '../check-vector.js';
import type { ChunkWriter } from '../vector-store.js';
import { fieldIs, type QdrantFilter } from './chunk-filter.js';
import { chunkPoint } from './chunk-point.js';
import { doneSchema } from './collection-schemas.js';
import type { QdrantConnection } from './connection.js';
import type { OpenedCollection } from './opened-collection.js';
import { sourcePointId } from './source-point.js';

/** The server closes the connection on bodies over 32 MB. */
const MAX_BODY_BYTES = 31 * 1024 * 1024;

const countSchema = z.object({ result: z.object({ count: z.int().min(0) }) });

/** Gives the number of points that pass the filter, exactly. */
export async function countPoints(
  connection: QdrantConnection,
  collection_name: string,
  filter: QdrantFilter,
  signal: AbortSignal,
): Promise<number> {
  const { count } = await connection.ask(
    (api, init) => api.countPoints({ collection_name, filter, exact: true }, init),
    countSchema,
    signal,
  );
  return count;
}

/** Writes chunks as points of the alias's collection. One upsert is one request, which the server takes whole or not. */
export function createChunkWriter(connection: QdrantConnection, collection: OpenedCollection): ChunkWriter {
  return {
    async upsert(chunks, { signal }) {
      if (chunks.length === 0) return;
      const { alias, ...spec } = await collection.current(signal);
      await collection.during(async () => {
        checkUpserts(chunks, spec);
        const points = chunks.map(chunkPoint);
        checkSize(points);
        await connection.ask(
          (api, init) => api.upsertPoints({ collection_name: alias, wait: true, points }, init),
          doneSchema,
          signal,
        );
      });
    },

    async prune({ namespace, url, type, from }, { signal }) {
      const { alias } = await collection.current(signal);
      const filter: QdrantFilter = {
        must: [
          fieldIs('namespace', namespace),
          fieldIs('url', url),
          fieldIs('type', type),
          { key: 'chunk_index', range: { gte: from } },
        ],
      };
      const count = await countPoints(connection, alias, filter, signal);
      if (count === 0) return 0;
      await connection.ask(
        (api, init) => api.deletePoints({ collection_name: alias, wait: true, filter }, init),
        doneSchema,
        signal,
      );
      return count;
    },

    async touch({ namespace, url, checked_at }, { signal }) {
      const { alias } = await collection.current(signal);
      const filter = { must: [fieldIs('namespace', namespace), fieldIs('url', url)] };
      await connection.ask(
        (api, init) =>
          api.setPayload({ collection_name: alias, wait: true, payload: { checked_at }, filter }, init),
        doneSchema,
        signal,
      );
    },

    async deleteSource({ namespace, source_id }, { signal }) {
      const { alias } = await collection.current(signal);
      const filter = { must: [fieldIs('namespace', namespace), fieldIs('source_id', source_id)] };
      const count = await countPoints(connection, alias, filter, signal);
      const operations = [
        { delete: { filter } },
        { delete: { points: [sourcePointId(namespace, source_id)] } },
      ];
      await connection.ask(
        (api, init) => api.batchUpdate({ collection_name: alias, wait: true, operations }, init),
        doneSchema,
        signal,
      );
      return count;
    },
  };
}

/** Splitting would break "all or nothing", so what does not fit is refused. */
function checkSize(points: readonly Schemas['PointStruct'][]): void {
  let bytes = 0;
  for (const point of points) bytes += Buffer.byteLength(JSON.stringify(point));
  if (bytes > MAX_BODY_BYTES) throw new PermanentError('invalid_chunk', 'an upsert takes at most 31 MiB');
}
