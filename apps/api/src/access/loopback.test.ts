import { describe, expect, it } from 'vitest';
import { hostOf, isLoopbackHost } from './loopback.js';
import { localPath } from './sign-in-page.js';

describe('loopback', () => {
  it.each([
    ['localhost:8787', true],
    ['LOCALHOST', true],
    ['app.localhost', true],
    ['127.0.0.1', true],
    ['127.1', true],
    ['[::1]:80', true],
    ['[::ffff:127.0.0.1]', true],
    ['localhost.example', false],
    ['128.0.0.1', false],
    ['0.0.0.0', false],
    ['[::]', false],
  ])('%s: %s', (authority, loopback) => {
    expect(isLoopbackHost(hostOf(authority) ?? '')).toBe(loopback);
  });

  it.each(['', 'a b', 'localhost/x', 'user@localhost', 'localhost?x', 'localhost:port', '\\localhost'])(
    '%j is no host',
    (authority) => {
      expect(hostOf(authority)).toBeNull();
    },
  );
});

describe('where to go after signing in', () => {
  it.each([
    ['/admin/queues', '/admin/queues'],
    ['/docs?x=1', '/docs?x=1'],
    ['//evil.example', '/docs'],
    ['/\\evil.example', '/docs'],
    ['/\t/evil.example', '/docs'],
    ['https://evil.example', '/docs'],
    ['', '/docs'],
  ])('%j → %s', (next, path) => {
    expect(localPath(next)).toBe(path);
  });
});
