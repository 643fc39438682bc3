import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type DocumentedClient, documentedClient } from './documented-client.js';
import { startApi, type TestApi } from './start-api.js';

const fails = async () => {
  throw new Error('connect ECONNREFUSED 10.1.2.3:6379');
};
const hangs = (signal: AbortSignal) =>
  new Promise<void>((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('late'))));
const works = async () => undefined;

describe('operations over HTTP', () => {
  let api: TestApi;
  let client: DocumentedClient;
  beforeAll(async () => {
    api = await startApi(inject('redisUrl'));
    client = await documentedClient(api);
  });
  afterAll(() => api.close());

  it('is healthy', async () => {
    const answer = await client.request('GET', '/health');
    expect(answer).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    const head = await api.app.request('http://127.0.0.1/health', { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  it.each([
    [
      'everything works',
      { search_engine: works, llm: works, embedder: works, documents: works },
      200,
      'ready',
    ],
    ['nothing optional is there', {}, 200, 'ready'],
    ['the LLM is away', { llm: fails }, 200, 'degraded'],
    ['the search engine hangs', { search_engine: hangs }, 200, 'degraded'],
    [
      'all optional ones are away',
      { search_engine: fails, llm: hangs, embedder: fails, documents: fails },
      200,
      'degraded',
    ],
    ['Redis is away', { redis: fails }, 503, 'unavailable'],
    ['Redis hangs', { redis: hangs, llm: fails }, 503, 'unavailable'],
    ['the vector store is away', { vector_store: fails }, 503, 'unavailable'],
  ])('is ready or not when %s', async (_name, probes, status, overall) => {
    const one = await startApi(inject('redisUrl'), { probes });
    const started = Date.now();
    const answer = await (await documentedClient(one)).request('GET', '/ready');
    expect(Date.now() - started).toBeLessThan(2_000);
    expect(answer).toMatchObject({ status, body: { status: overall } });
    expect(JSON.stringify(answer.body)).not.toContain('10.1.2.3');
    const { checks } = answer.body as { checks: Record<string, { status: string }> };
    for (const [name, probe] of Object.entries(probes)) {
      const away = name === 'redis' || name === 'vector_store' ? 'unavailable' : 'degraded';
      expect(checks[name]?.status).toBe(probe === works ? 'ok' : away);
    }
    await one.close();
  });

  it('takes a page with a slash at its end for the page', async () => {
    for (const page of ['/docs', '/admin/queues']) {
      const answer = await api.app.request(`http://127.0.0.1${page}/`);
      expect([answer.status, answer.headers.get('location')]).toEqual([308, page]);
    }
    // Never to another host, and never where no page is.
    for (const path of ['//evil.example/', '/nothing/', '//docs/', '/']) {
      expect((await api.app.request(`http://127.0.0.1${path}`)).status, path).toBe(404);
    }
  });

  it('tells the faults of Bull Board as its own', async () => {
    const ask = (path: string, init?: RequestInit) =>
      api.app.request(`http://127.0.0.1/admin/queues/${path}`, init);
    for (const path of ['static/nothing.js', 'static/..%2f..%2fpackage.json', 'api/nothing']) {
      const missing = await ask(path);
      expect([missing.status, missing.headers.get('content-type')]).toEqual([
        404,
        'application/problem+json',
      ]);
      expect(await missing.json()).toMatchObject({ code: 'unknown_route' });
    }
    const large = await ask('api/queues/search/add', { method: 'POST', body: 'x'.repeat(1_048_577) });
    expect([large.status, await large.json()]).toEqual([
      413,
      expect.objectContaining({ code: 'body_too_large' }),
    ]);
    const paused = await ask('api/queues/search/pause', { method: 'PUT' });
    expect(paused.status).toBe(200);
    expect((await ask('api/queues/search/resume', { method: 'PUT' })).status).toBe(200);
  });

  it('has exactly the routes of its document', () => {
    const served = api.app.routes
      .filter(({ method }) => method !== 'ALL')
      .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`);
    const documented = Object.entries(client.document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(served.sort()).toEqual(documented.sort());
    expect(client.document.openapi).toBe('3.1.0');
    // What takes every method is middleware, and what Bull Board's page asks for.
    const rest = api.app.routes.filter(({ method }) => method === 'ALL').map(({ path }) => path);
    expect(new Set(rest)).toEqual(new Set(['/*', '/v1/*', '/api/*', '/admin/queues/:below{.+}']));
  });

  it('has a valid OpenAPI 3.1 document', async () => {
    const result = await new Validator().validate(structuredClone(client.document));
    expect(result).toEqual({ valid: true });
  });

  it('documents each operation once, with a schema for every reference', () => {
    const text = JSON.stringify(client.document);
    const references = [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name ?? '');
    for (const name of references) expect(Object.keys(client.document.components.schemas)).toContain(name);
    const ids = [...text.matchAll(/"operationId":"(\w+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBe(Object.values(client.document.paths).flatMap(Object.keys).length);
  });

  it('has no routes of things that are not there', async () => {
    for (const path of [
      '/',
      '/v1/batches',
      '/v1/scrapes',
      '/v1/models',
      '/mcp',
      '/metrics',
      '/v1/kb/documents',
      '/api/chat',
    ]) {
      const answer = await client.request('GET', path);
      expect(answer).toMatchObject({ status: 404, body: { code: 'unknown_route' } });
    }
  });

  it.each([
    ['PUT', '/v1/searches', 'POST, GET, HEAD, OPTIONS'],
    ['PATCH', '/v1/searches/x', 'GET, DELETE, HEAD, OPTIONS'],
    ['GET', '/v1/searches/x/retry', 'POST, OPTIONS'],
    ['DELETE', '/health', 'GET, HEAD, OPTIONS'],
  ])('answers %s %s with what is allowed', async (method, path, allow) => {
    const answer = await client.request(method, path);
    expect(answer).toMatchObject({ status: 405, body: { code: 'method_not_allowed' } });
    expect(answer.headers.get('allow')).toBe(allow);
    const options = await api.app.request(`http://127.0.0.1${path}`, { method: 'OPTIONS' });
    expect(options.status).toBe(204);
    expect(options.headers.get('allow')).toBe(allow);
  });

  it('serves the reference from this machine only', async () => {
    const page = await client.request('GET', '/docs');
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    const links = [...String(page.body).matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link]) => link ?? '');
    expect(links.length).toBeGreaterThan(2);
    for (const link of links) {
      expect(link.startsWith('/docs/')).toBe(true);
      const asset = await client.request('GET', link);
      expect(asset.status).toBe(200);
      expect(asset.headers.get('content-type')).not.toContain('html');
    }
    expect(String(page.body)).not.toMatch(/<script>|style=/);
    for (const name of ['package.json', '..%2fpackage.json', '__proto__', 'constructor']) {
      expect((await client.request('GET', `/docs/${name}`)).status).toBe(404);
    }
  });

  it('shows the queues on Bull Board', async () => {
    await client.json('POST', '/v1/searches', { query: 'to look at' });
    const page = await client.request('GET', '/admin/queues');
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'self'");
    const script = /src="(static\/js\/main[^"]+)"/.exec(String(page.body))?.[1];
    expect((await api.app.request(`http://127.0.0.1/admin/queues/${script}`)).status).toBe(200);
    const queues = await api.app.request('http://127.0.0.1/admin/queues/api/queues');
    const body = (await queues.json()) as { queues: { name: string; counts: { waiting: number } }[] };
    expect(body.queues.map(({ name }) => name).sort()).toEqual(['crawl', 'index', 'maintenance', 'search']);
    expect(body.queues.find(({ name }) => name === 'search')?.counts.waiting).toBe(1);
  });
});
