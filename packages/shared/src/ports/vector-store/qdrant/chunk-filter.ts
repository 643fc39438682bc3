import type { Schemas } from '@qdrant/js-client-rest';
import type { ChunkFilter } from '../chunk.js';

/** A filter as Qdrant's API takes it. */
export type QdrantFilter = Schemas['Filter'];

/** A condition that a payload field has this very value. */
export function fieldIs(key: string, value: string | number): Schemas['FieldCondition'] {
  return { key, match: { value } };
}

/** Gives the server's filter for the port's; an empty list of sources restricts nothing. */
export function qdrantFilter(filter: ChunkFilter): QdrantFilter {
  const must = [fieldIs('namespace', filter.namespace)];
  for (const key of ['type', 'source_id', 'url', 'chunk_index'] as const) {
    const value = filter[key];
    if (value !== undefined) must.push(fieldIs(key, value));
  }
  if (filter.include_sources?.length)
    must.push({ key: 'source_id', match: { any: [...filter.include_sources] } });
  if (!filter.exclude_sources?.length) return { must };
  return { must, must_not: [{ key: 'source_id', match: { any: [...filter.exclude_sources] } }] };
}
