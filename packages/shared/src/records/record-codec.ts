import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** JSON, deflated fast: a search writes its record at every step, and Redis memory is what it costs when finished. */
export function encodeRecord(record: unknown): Buffer {
  return deflateRawSync(JSON.stringify(record), { level: 1 });
}

/** The opposite of encodeRecord; throws on bytes that are not one. */
export function decodeRecord(bytes: Uint8Array): unknown {
  return JSON.parse(inflateRawSync(bytes).toString('utf8')) as unknown;
}
