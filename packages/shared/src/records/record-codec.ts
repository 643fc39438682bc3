import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** First byte of JSON of an object; no deflated object starts with it. */
const OPENING_BRACE = 0x7b;
/** Larger records are deflated at every step: what is short-lived may be large, but not without limit. */
const LONGEST_PLAIN = 64 * 1024;

/**
 * A record as it is kept. JSON, deflated fast once the record is `finished` or large: memory is what a finished record
 * costs, time what a running one does, as it is written at every step.
 */
export function encodeRecord(record: unknown, finished: boolean): string | Buffer {
  const json = JSON.stringify(record);
  if (!finished && json.length <= LONGEST_PLAIN) return json;
  return deflateRawSync(json, { level: 1 });
}

/** The opposite of encodeRecord; throws on bytes that are not one. */
export function decodeRecord(bytes: Buffer): unknown {
  const json = bytes[0] === OPENING_BRACE ? bytes : inflateRawSync(bytes);
  return JSON.parse(json.toString('utf8')) as unknown;
}
