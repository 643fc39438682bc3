import { describe, expect, it } from 'vitest';
import { storeError } from './store-error.js';

const now = () => Date.parse('2026-01-01T00:00:00Z');
const refused = (error: string) => ({ status: 400, data: { status: { error } } });
const errorFor = (
  status: number | null,
  thrown: unknown = new Error('x'),
  retryAfter: string | null = null,
) => storeError(thrown, { status, retryAfter }, now);

describe('errors of the vector store', () => {
  it.each([
    [null, 'DependencyUnavailableError', 'vector_store_unavailable'],
    [200, 'DependencyUnavailableError', 'vector_store_unavailable'],
    [302, 'DependencyUnavailableError', 'vector_store_unavailable'],
    [401, 'PermanentError', 'vector_store_unauthorized'],
    [403, 'PermanentError', 'vector_store_unauthorized'],
    [404, 'PermanentError', 'vector_store_collection_missing'],
    [408, 'DependencyUnavailableError', 'vector_store_unavailable'],
    [422, 'PermanentError', 'vector_store_refused'],
    [429, 'DependencyUnavailableError', 'vector_store_unavailable'],
    [500, 'DependencyUnavailableError', 'vector_store_unavailable'],
    [503, 'DependencyUnavailableError', 'vector_store_unavailable'],
  ])('status %s is %s %s', (status, name, code) => {
    expect(errorFor(status)).toMatchObject({ name, code });
  });

  it('knows a wrong length from another refusal', () => {
    const thrown = refused('Wrong input: Vector dimension error: expected dim: 4, got 2');
    expect(errorFor(400, thrown)).toMatchObject({ code: 'wrong_dimensions' });
    expect(errorFor(400, refused('Bad request: Limit exceeded'))).toMatchObject({
      code: 'vector_store_refused',
    });
  });

  it.each([
    ['60', 60_000],
    ['Thu, 01 Jan 2026 00:01:30 GMT', 90_000],
    ['Wed, 31 Dec 2025 00:00:00 GMT', 0],
    ['soon', null],
    [null, null],
  ])('waits as long as Retry-After %s says', (header, retryAfterMs) => {
    expect(errorFor(429, new Error('x'), header)).toMatchObject({ retryAfterMs });
  });
});
