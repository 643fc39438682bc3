import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** JSON, deflated: records are mostly text and Redis memory is what a finished search costs. */
export function encodeRecord(record: unknown): Buffer {
  return deflateRawSync(JSON.stringify(record), { level: 3 });
}

/** The opposite of encodeRecord; throws on bytes that are not one. */
export function decodeRecord(bytes: Uint8Array): unknown {
  return JSON.parse(inflateRawSync(bytes).toString('utf8')) as unknown;
}
