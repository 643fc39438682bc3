import { describe, expect, it } from 'vitest';
import { decodeRecord, encodeRecord } from './record-codec.js';

const small = { id: 'a', text: 'ünïcode 接続 {"' };
const large = { id: 'b', text: 'the same words again and again. '.repeat(4_000) };

describe('encodeRecord', () => {
  it.each([
    ['a running record', small, false],
    ['a finished record', small, true],
    ['a large running record', large, false],
    ['a large finished record', large, true],
    ['a record of nothing', {}, true],
  ])('gives bytes that decode to %s', (_name, record, finished) => {
    expect(decodeRecord(Buffer.from(encodeRecord(record, finished)))).toEqual(record);
  });

  it('deflates what stays or is large, and leaves what is written at every step as it is', () => {
    const passages = { text: large.text.slice(0, 40_000) };
    expect(encodeRecord(passages, true).length).toBeLessThan(2_000);
    expect(encodeRecord(passages, false).toString()).toBe(JSON.stringify(passages));
    expect(encodeRecord(large, false).length).toBeLessThan(5_000);
  });

  it('throws on bytes that are no record', () => {
    expect(() => decodeRecord(Buffer.from('{"id":'))).toThrow();
    expect(() => decodeRecord(Buffer.from('nothing of the kind'))).toThrow();
  });
});
