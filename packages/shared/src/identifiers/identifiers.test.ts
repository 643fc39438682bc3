import { describe, expect, it } from 'vitest';
import { chunkId, sha256Hex, sourceIdOf, urlKey, uuidV5 } from './index.js';

describe('identifiers', () => {
  it('hashes text as UTF-8', () => {
    expect(sha256Hex('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(urlKey('abc')).toBe('ba7816bf8f01cfea');
  });

  it('makes the UUIDv5 of the RFC 9562 example', () => {
    expect(uuidV5('6ba7b810-9dad-11d1-80b4-00c04fd430c8', 'www.example.com')).toBe(
      '2ed6657d-e927-568b-95e1-2665a8aea6a2',
    );
    expect(() => uuidV5('nonsense', 'x')).toThrow(TypeError);
  });

  it('gives each chunk an id of its own, always the same', () => {
    const parts = { namespace: 'default', url: 'https://a.example/', type: 'text', index: 0 } as const;
    expect(chunkId(parts)).toBe(chunkId({ ...parts }));
    const ids = new Set([
      chunkId(parts),
      chunkId({ ...parts, namespace: 'other' }),
      chunkId({ ...parts, url: 'https://a.example/1' }),
      chunkId({ ...parts, type: 'code' }),
      chunkId({ ...parts, index: 1 }),
    ]);
    expect(ids.size).toBe(5);
  });

  it.each([
    ['https://www.Example.com/x', 'example.com'],
    ['https://example.com:443/', 'example.com'],
    ['http://127.0.0.1:4711/a', '127.0.0.1:4711'],
    ['https://www.example.com.:8443/', 'example.com:8443'],
    ['doc://handbook/1', 'documents'],
  ])('names the source of %s as %s', (url, expected) => {
    expect(sourceIdOf(url)).toBe(expected);
  });
});
