import type { Redis } from 'ioredis';
import { RecordStore } from './record-store.js';
import { isFinished, type SearchRecord, searchRecordSchema } from './search-record.js';

/** The records of searches. */
export type SearchRecords = RecordStore<SearchRecord>;

/** The record store of searches. */
export function createSearchRecords(
  redis: Redis,
  options: { prefix: string; resultTtlSeconds: number },
): SearchRecords {
  return new RecordStore<SearchRecord>(redis, {
    prefix: options.prefix,
    kind: 'search',
    schema: searchRecordSchema,
    finishedTtlSeconds: options.resultTtlSeconds,
    isFinished,
  });
}
