import { expect, it } from 'vitest';
import { qdrantFilter } from './chunk-filter.js';

it('asks for every condition given, the namespace always', () => {
  expect(qdrantFilter({ namespace: 'a' })).toEqual({ must: [{ key: 'namespace', match: { value: 'a' } }] });
  expect(
    qdrantFilter({
      namespace: 'a',
      type: 'code',
      chunk_index: 0,
      include_sources: ['x', 'y'],
      exclude_sources: ['z'],
    }),
  ).toEqual({
    must: [
      { key: 'namespace', match: { value: 'a' } },
      { key: 'type', match: { value: 'code' } },
      { key: 'chunk_index', match: { value: 0 } },
      { key: 'source_id', match: { any: ['x', 'y'] } },
    ],
    must_not: [{ key: 'source_id', match: { any: ['z'] } }],
  });
});
