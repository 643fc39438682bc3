import { describe, expect, it } from 'vitest';
import { normaliseUrl } from './normalise-url.js';

describe('normaliseUrl', () => {
  it.each([
    ['HTTP://EXAMPLE.com:80/a/../b#part', 'http://example.com/b'],
    ['https://example.com:443', 'https://example.com/'],
    ['https://example.com:8443/', 'https://example.com:8443/'],
    ['https://example.com./x', 'https://example.com/x'],
    ['https://bücher.example/ü', 'https://xn--bcher-kva.example/%C3%BC'],
    ['https://example.com/%7euser/%c3%bc', 'https://example.com/~user/%C3%BC'],
    ['https://example.com/?utm_source=x&b=2&a=1&fbclid=9&GCLID=1', 'https://example.com/?b=2&a=1'],
    ['https://example.com/?utm_source=x', 'https://example.com/'],
    ['https://example.com/?', 'https://example.com/'],
    ['http://0x7f.1/', 'http://127.0.0.1/'],
    ['  https://example.com/a b ', 'https://example.com/a%20b'],
  ])('gives %s as %s', (url, expected) => {
    expect(normaliseUrl(url)).toBe(expected);
  });

  it.each([
    'https://example.com/a//b',
    'https://example.com/a%20b?q=a%20b&r=a+b',
    'https://example.com/a%2Fb',
    'https://example.com/dir/',
    'https://www.example.com/dir',
    'https://example.com/?z=1&a=2&a=1&flag',
    'https://example.com/?redirect=https%3A%2F%2Fa.example%2F%3Futm_source%3Dx',
    'https://example.com/100%',
  ])('keeps %s', (url) => {
    expect(normaliseUrl(url)).toBe(url);
  });

  it.each([
    '',
    'example.com',
    'ftp://example.com/',
    'javascript:alert(1)',
    'doc://x',
    'http://u:p@example.com/',
    `http://a.example/${'x'.repeat(4_096)}`,
  ])('refuses %s', (url) => {
    expect(normaliseUrl(url)).toBeNull();
  });

  it('is stable: normalising twice changes nothing', () => {
    for (const url of [
      'http://EXAMPLE.com/%2e%2e/%2E/a?&&a=%7e&',
      'http://a.example/%252e%252E',
      'http://a.example/a/%2e%2e/b',
    ]) {
      const once = normaliseUrl(url);
      expect(once).not.toBeNull();
      expect(normaliseUrl(once ?? '')).toBe(once);
    }
  });
});
