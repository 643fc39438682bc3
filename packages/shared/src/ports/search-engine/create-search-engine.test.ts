import { describe, expect, it } from 'vitest';
import { createSearchEngine } from './create-search-engine.js';

const both = { searxngUrl: 'http://127.0.0.1:1', documentsUrl: 'http://127.0.0.1:2', order: null };

describe('createSearchEngine', () => {
  it('gives none where none is configured', () => {
    expect(createSearchEngine({ searxngUrl: null, documentsUrl: '', order: null })).toBeNull();
    expect(createSearchEngine({ searxngUrl: null, documentsUrl: null, order: [] })).toBeNull();
  });

  it('gives what is configured, in the order that was asked for', () => {
    expect(createSearchEngine({ ...both, documentsUrl: null })?.name).toBe('searxng');
    expect(createSearchEngine({ ...both, searxngUrl: null })?.name).toBe('documents');
    expect(createSearchEngine(both)?.name).toBe('searxng, documents');
    expect(createSearchEngine({ ...both, order: ['documents', 'searxng'] })?.name).toBe('documents, searxng');
    expect(createSearchEngine({ ...both, order: ['documents'] })?.name).toBe('documents');
  });

  it('names every fault of the order at once', () => {
    const order = ['gogle', 'documents', 'documents', 'searxng'];
    const refuse = () => createSearchEngine({ ...both, searxngUrl: null, order });
    expect(refuse).toThrow(expect.objectContaining({ code: 'unknown_search_engine' }));
    expect(refuse).toThrow(
      /"gogle" is unknown; there are searxng, documents.*"documents" is named twice.*"searxng" has no URL/,
    );
  });

  it('refuses an address that is none', () => {
    expect(() => createSearchEngine({ ...both, searxngUrl: 'nowhere' })).toThrow(
      expect.objectContaining({ code: 'invalid_service_url' }),
    );
  });
});
