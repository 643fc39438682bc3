import { createServer as createTlsServer } from 'node:https';
import { buildConnector } from 'undici';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Fetcher } from '../../../packages/shared/src/ports/fetcher/fetcher.js';
import {
  createHttpFetcher,
  type HttpFetcherOptions,
} from '../../../packages/shared/src/ports/fetcher/http/create-http-fetcher.js';
import { type LocalSite, startLocalSite } from '../../support/local-site.js';

let site: LocalSite;
const open: Fetcher[] = [];

beforeAll(async () => {
  site = await startLocalSite();
});
afterAll(() => site.close());
afterEach(async () => {
  await Promise.all(open.splice(0).map((fetcher) => fetcher.close()));
});

/** A fetcher whose every dial is written down before it happens. */
function recordingFetcher(options: Partial<HttpFetcherOptions> = {}) {
  const dialled: string[] = [];
  const fetcher = createHttpFetcher({
    userAgent: 'TestBot/1.0',
    timeoutMs: 5_000,
    maxBytes: 1 << 20,
    maxRedirects: 5,
    allowPrivateHosts: [site.host],
    connectorFactory: ({ timeoutMs }) => {
      const connect = buildConnector({ timeout: timeoutMs });
      return (target, callback) => {
        dialled.push(`${target.hostname}:${target.port}`);
        connect(target, callback);
      };
    },
    ...options,
  });
  open.push(fetcher);
  const get = (
    url: string,
    more: Partial<Parameters<Fetcher['fetch']>[0]> = {},
    signal = new AbortController().signal,
  ) => fetcher.fetch({ url, ...more }, { signal });
  return { get, dialled };
}

describe('pages', () => {
  it('brings a page with its validators, hops and headers', async () => {
    const { get } = recordingFetcher();
    const outcome = await get(site.url('/etag'));
    expect(outcome).toMatchObject({
      kind: 'page',
      requestedUrl: site.url('/etag'),
      finalUrl: site.url('/etag'),
      status: 200,
      validators: { etag: '"v1"', lastModified: null },
    });
    expect(site.requests('/etag')[0]?.headers['user-agent']).toBe('TestBot/1.0');
  });

  it('follows redirects, asking before each hop', async () => {
    const { get } = recordingFetcher();
    const asked: string[] = [];
    const outcome = await get(site.url('/redirect-twice#part'), {
      beforeHop: async (url) => {
        asked.push(url.pathname);
        return null;
      },
    });
    expect(outcome).toMatchObject({
      kind: 'page',
      finalUrl: site.url('/article'),
      requestedUrl: site.url('/redirect-twice#part'),
    });
    expect(asked).toEqual(['/redirect-twice', '/redirect', '/article']);
  });

  it('stops where beforeHop refuses', async () => {
    const { get } = recordingFetcher();
    const refusal = {
      kind: 'failure',
      code: 'robots_disallowed',
      detail: 'x',
      url: 'x',
      status: null,
      retryAfterMs: null,
    } as const;
    const outcome = await get(site.url('/redirect-robots'), {
      beforeHop: async (url) => (url.pathname.startsWith('/private') ? refusal : null),
    });
    expect(outcome).toEqual(refusal);
    expect(site.requests('/private/page')).toHaveLength(0);
  });

  it.each(['/gzip', '/br', '/deflate', '/deflate-raw', '/gzip-in-br'])('unpacks %s', async (path) => {
    const outcome = await recordingFetcher().get(site.url(path));
    expect(outcome.kind === 'page' && Buffer.from(outcome.body).toString()).toContain('<h1>Packed page</h1>');
  });

  it.each([
    ['/etag', { etag: '"v1"', lastModified: null }],
    ['/last-modified', { etag: null, lastModified: 'Mon, 03 Nov 2025 08:00:00 GMT' }],
  ])('gives not_modified for %s', async (path, validators) => {
    const outcome = await recordingFetcher().get(site.url(path), { validators });
    expect(outcome).toMatchObject({ kind: 'not_modified', finalUrl: site.url(path), validators });
  });
});

describe('typed failures', () => {
  it.each([
    ['/redirect-loop-a', 'too_many_redirects'],
    ['/redirect-endless', 'too_many_redirects'],
    ['/redirect-nowhere', 'http_client_error'],
    ['/always-304', 'http_client_error'],
    ['/gzip-damaged', 'bad_encoding'],
    ['/gzip-false', 'bad_encoding'],
    ['/coding-unknown', 'bad_encoding'],
    ['/gzip-bomb', 'too_large'],
    ['/endless-body', 'too_large'],
    ['/long-declared', 'too_large'],
    ['/cut-short', 'connection_failed'],
    ['/reset', 'connection_failed'],
    ['/no-body', 'empty'],
    ['/no-content', 'empty'],
    ['/image.png', 'unsupported_type'],
    ['/status/401', 'login_required'],
    ['/status/403', 'http_client_error'],
    ['/status/403-challenge', 'bot_challenge'],
    ['/status/410', 'http_client_error'],
    ['/status/429', 'rate_limited'],
    ['/status/500', 'http_server_error'],
    ['/status/503', 'http_server_error'],
  ])('%s is %s', async (path, code) => {
    expect(await recordingFetcher().get(site.url(path))).toMatchObject({ kind: 'failure', code });
  });

  it('passes on Retry-After', async () => {
    const { get } = recordingFetcher();
    expect(await get(site.url('/status/503'))).toMatchObject({ status: 503, retryAfterMs: 120_000 });
    expect(await get(site.url('/status/429'))).toMatchObject({ status: 429, retryAfterMs: 7_000 });
  });

  it('ends a server that never answers, drips or does not exist, in time', async () => {
    const { get } = recordingFetcher({ timeoutMs: 400 });
    const startedAt = performance.now();
    const outcomes = await Promise.all([get(site.url('/slow-headers')), get(site.url('/slow-body'))]);
    expect(outcomes.map((outcome) => outcome.kind === 'failure' && outcome.code)).toEqual([
      'timeout',
      'timeout',
    ]);
    expect(performance.now() - startedAt).toBeLessThan(2_000);
    const closed = await startLocalSite();
    await closed.close();
    const { get: getClosed } = recordingFetcher({ allowPrivateHosts: [closed.host] });
    expect(await getClosed(closed.url('/'))).toMatchObject({ code: 'connection_failed' });
  });

  it('gives aborted when the caller aborts, before or during the fetch', async () => {
    const { get } = recordingFetcher();
    expect(await get(site.url('/article'), {}, AbortSignal.abort())).toMatchObject({ code: 'aborted' });
    const controller = new AbortController();
    site.route('/waits', () => controller.abort());
    expect(await get(site.url('/waits'), {}, controller.signal)).toMatchObject({ code: 'aborted' });
  });

  it('gives tls_failed when the handshake fails', async () => {
    const server = createTlsServer({}, (_request, response) => response.end('x'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const host = `127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
    const outcome = await recordingFetcher({ allowPrivateHosts: [host] }).get(`https://${host}/`);
    server.close();
    expect(outcome).toMatchObject({ kind: 'failure', code: 'tls_failed' });
  });
});

describe('refused targets are never dialled', () => {
  it.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0177.0.0.1/',
    'http://127.1/',
    'http://localhost/',
    'http://localhost./',
    'http://sub.localhost/',
    'http://10.1.2.3/',
    'http://192.168.0.1:8080/',
    'http://169.254.169.254/latest/',
    'http://100.64.0.1/',
    'http://0.0.0.0/',
    'http://224.0.0.1/',
    'http://255.255.255.255/',
    'http://[::1]/',
    'http://[::]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:8.8.8.8]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[64:ff9b:1::1]/',
    'http://[2002:7f00:1::]/',
    'http://[2001:0:7f00:1::]/',
    'http://[fe80::1]/',
    'http://[fc00::1]/',
    'http://[ff02::1]/',
    'http://[2001:db8::1]/',
    'http://metadata.google.internal/',
  ])('%s', async (url) => {
    const { get, dialled } = recordingFetcher({ resolver: async () => ['93.184.215.14'] });
    expect(await get(url)).toMatchObject({ kind: 'failure', code: 'refused_address' });
    expect(dialled).toEqual([]);
  });

  it.each([
    ['http://example.com:22/', 'refused_port'],
    ['http://example.com:6379/', 'refused_port'],
    ['ftp://example.com/', 'invalid_url'],
    ['http://user:secret@example.com/', 'invalid_url'],
    ['nonsense', 'invalid_url'],
  ])('%s is %s', async (url, code) => {
    const { get, dialled } = recordingFetcher();
    expect(await get(url)).toMatchObject({ kind: 'failure', code });
    expect(dialled).toEqual([]);
  });

  it.each([
    '/redirect-private',
    '/redirect-metadata',
    '/redirect-decimal',
    '/redirect-mapped',
    '/redirect-file',
    '/redirect-credentials',
  ])('after a redirect: %s', async (path) => {
    const { get, dialled } = recordingFetcher();
    const outcome = await get(site.url(path));
    expect(outcome.kind === 'failure' && outcome.code).toMatch(/^(?:refused_address|invalid_url)$/);
    expect(new Set(dialled)).toEqual(new Set([site.host]));
  });

  it('a name with one private address among public ones', async () => {
    const { get, dialled } = recordingFetcher({ resolver: async () => ['93.184.215.14', '10.0.0.7'] });
    expect(await get('http://mixed.example/')).toMatchObject({ code: 'refused_address' });
    expect(dialled).toEqual([]);
  });

  it('a rebinding name: the address that was checked is the one that is dialled', async () => {
    const answers = [['93.184.215.14'], ['127.0.0.1']];
    const asked: string[] = [];
    const dialled: string[] = [];
    const { get } = recordingFetcher({
      resolver: async (host) => {
        asked.push(host);
        return answers[Math.min(asked.length - 1, 1)] ?? [];
      },
      connectorFactory: () => (target, callback) => {
        dialled.push(target.hostname);
        callback(new Error('no network here'), null);
      },
    });
    expect(await get('http://rebind.example/')).toMatchObject({ code: 'connection_failed' });
    expect(asked).toHaveLength(1);
    expect(dialled).toEqual(['93.184.215.14']);
    expect(await get('http://rebind.example/')).toMatchObject({ code: 'refused_address' });
    expect(dialled).toHaveLength(1);
  });

  it('says so when a name does not resolve', async () => {
    const { get } = recordingFetcher({ resolver: () => Promise.reject(new Error('ENOTFOUND')) });
    expect(await get('http://nowhere.example/')).toMatchObject({ code: 'dns_failed' });
  });

  it('takes the next checked address when one is dead, and names are allow-listed with their port only', async () => {
    const port = site.host.split(':')[1];
    const { get } = recordingFetcher({
      allowPrivateHosts: [`docs.test:${port}`],
      resolver: async () => ['127.0.0.2', '127.0.0.1'],
    });
    expect(await get(`http://docs.test:${port}/article`)).toMatchObject({ kind: 'page' });
    expect(await get('http://docs.test/article')).toMatchObject({ code: 'refused_address' });
  });

  it('ignores proxy settings of the environment', async () => {
    process.env.HTTP_PROXY = 'http://127.0.0.1:9';
    const { get, dialled } = recordingFetcher();
    expect(await get(site.url('/article'))).toMatchObject({ kind: 'page' });
    delete process.env.HTTP_PROXY;
    expect(dialled).toEqual([site.host]);
  });
});
