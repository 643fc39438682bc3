import { describe, expect, it } from 'vitest';
import { allowedSource, inDomains } from './evidence-of.js';

describe('inDomains', () => {
  it.each([
    ['example.org', 'example.org', true],
    ['docs.example.org', 'example.org', true],
    ['example.org', 'www.example.org', true],
    ['example.org:8443', 'example.org', true],
    ['docs.example.org:8443', 'example.org', true],
    ['example.org:8443', 'example.org:8443', true],
    ['example.org:8443', 'example.org:9000', false],
    ['example.org', 'example.org:8443', false],
    ['badexample.org', 'example.org', false],
    ['example.org', 'docs.example.org', false],
  ])('%s in %s: %s', (source, domain, within) => {
    expect(inDomains(source, [domain])).toBe(within);
  });

  it('what is excluded stays out, though it is included too', () => {
    const limits = { include_domains: ['example.org'], exclude_domains: ['old.example.org'] };
    expect(allowedSource('new.example.org', limits)).toBe(true);
    expect(allowedSource('old.example.org:8080', limits)).toBe(false);
    expect(allowedSource('other.org', limits)).toBe(false);
  });
});
