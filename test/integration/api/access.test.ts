import { createHash } from 'node:crypto';
import { parseConfig } from '@agentic-search/shared/config';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { assertSafeToListen } from '../../../apps/api/src/access/assert-safe-to-listen.js';
import { documentedClient } from './documented-client.js';
import { startApi, type TestApi } from './start-api.js';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const keys = {
  ann: 'key-of-ann',
  bob: 'key-of-bob',
  boss: 'key-of-the-boss',
  root: 'key-of-root',
};
const API_KEYS = [
  `ann:user:red:${sha256(keys.ann)}`,
  `bob:user:blue:${sha256(keys.bob)}`,
  `boss:admin:red:${sha256(keys.boss)}`,
  `root:admin:*:${sha256(keys.root)}`,
].join(',');
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const json = { 'content-type': 'application/json' };

describe('access with keys', () => {
  let api: TestApi;
  const ids: Record<string, string> = {};
  beforeAll(async () => {
    api = await startApi(inject('redisUrl'), {
      env: {
        API_KEYS,
        ENABLE_GATEWAY_AUTH: 'true',
        API_GATEWAY_TOKEN: 'gateway-secret',
        RATE_LIMIT_REQUESTS_PER_MINUTE: '100000',
        CORS_ORIGINS: 'https://app.example',
      },
    });
    for (const [name, key] of Object.entries({ ann: keys.ann, bob: keys.bob })) {
      const response = await ask('POST', '/v1/searches', { ...bearer(key), ...json }, '{"query":"q"}');
      ids[name] = ((await response.json()) as { id: string }).id;
    }
  });
  afterAll(() => api.close());
  // Wrong keys are counted by address, which all requests here share.
  beforeEach(async () => {
    await api.redis.del(`${api.prefix}:rate:wrong:unknown`);
  });

  const ask = async (method: string, path: string, headers: Record<string, string> = {}, body?: string) =>
    api.app.request(`http://api.example${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
    });
  const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code;

  it.each([
    ['GET', '/health', 200, 200, 200],
    ['GET', '/ready', 200, 200, 200],
    ['GET', '/v1/searches', 401, 200, 200],
    ['GET', '/v1/kb/status', 401, 200, 200],
    ['GET', '/v1/kb/sources', 401, 200, 200],
    ['GET', '/openapi.json', 401, 200, 200],
    ['GET', '/docs', 401, 200, 200],
    ['GET', '/docs/swagger-ui.css', 401, 200, 200],
    ['GET', '/admin/queues', 401, 403, 200],
    ['GET', '/admin/queues/api/queues', 401, 403, 200],
    ['PUT', '/admin/queues/api/queues/search/pause', 401, 403, 200],
    ['POST', '/v1/searches', 401, 415, 415],
    ['POST', '/v1/kb/search', 401, 415, 415],
    ['DELETE', '/v1/searches/none', 401, 404, 404],
    ['POST', '/v1/searches/none/retry', 401, 404, 404],
    ['GET', '/v1/searches/none/events', 401, 404, 404],
    ['DELETE', '/v1/kb/sources/none', 401, 404, 404],
    ['GET', '/nothing', 404, 404, 404],
  ])('%s %s: without a key %i, user %i, admin %i', async (method, path, nobody, user, admin) => {
    expect((await ask(method, path)).status).toBe(nobody);
    expect((await ask(method, path, bearer(keys.ann))).status).toBe(user);
    expect((await ask(method, path, bearer(keys.root))).status).toBe(admin);
    if (!['/health', '/ready'].includes(path)) {
      expect((await ask(method, path, bearer('wrong'))).status).toBe(401);
    }
  });

  it('asks for a key with a problem that says how', async () => {
    const client = await documentedClient(api, { headers: bearer(keys.ann) });
    const answer = await client.request('GET', '/v1/searches', { headers: { authorization: 'Basic abc' } });
    expect(answer).toMatchObject({ status: 401, body: { code: 'unauthorized' } });
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    const role = await client.request('GET', '/admin/queues');
    expect(role).toMatchObject({ status: 403, body: { code: 'forbidden_role' } });
  });

  it('lets the gateway token in as an admin of all namespaces', async () => {
    expect((await ask('GET', '/admin/queues', bearer('gateway-secret'))).status).toBe(200);
    expect((await ask('GET', `/v1/searches/${ids.ann}`, bearer('gateway-secret'))).status).toBe(200);
  });

  it("shows another namespace's search to nobody", async () => {
    for (const [method, tail] of [
      ['GET', ''],
      ['GET', '/events'],
      ['DELETE', ''],
      ['POST', '/retry'],
    ] as const) {
      const response = await ask(method, `/v1/searches/${ids.bob}${tail}`, bearer(keys.ann));
      expect(response.status).toBe(404);
      expect(await codeOf(response)).toBe('not_found');
    }
    const { items } = (await (await ask('GET', '/v1/searches', bearer(keys.ann))).json()) as {
      items: { id: string }[];
    };
    expect(items.map(({ id }) => id)).toEqual([ids.ann]);
    const all = (await (await ask('GET', '/v1/searches', bearer(keys.root))).json()) as { items: unknown[] };
    expect(all.items).toHaveLength(2);
  });

  it('refuses to work in a namespace that is not the key’s', async () => {
    const body = '{"query":"q","namespace":"blue"}';
    for (const path of ['/v1/searches', '/v1/kb/search']) {
      const response = await ask('POST', path, { ...bearer(keys.ann), ...json }, body);
      expect(response.status).toBe(403);
      expect(await codeOf(response)).toBe('forbidden_namespace');
      expect((await ask('POST', path, { ...bearer(keys.bob), ...json }, body)).ok).toBe(true);
      expect((await ask('POST', path, { ...bearer(keys.root), ...json }, body)).ok).toBe(true);
    }
    for (const path of ['/v1/kb/status', '/v1/kb/sources']) {
      expect((await ask('GET', `${path}?namespace=blue`, bearer(keys.ann))).status).toBe(403);
      expect((await ask('GET', `${path}?namespace=red`, bearer(keys.ann))).status).toBe(200);
    }
    expect((await ask('DELETE', '/v1/kb/sources/x?namespace=blue', bearer(keys.ann))).status).toBe(403);
  });

  it('tells addresses with many wrong keys to wait, and lets right keys through', async () => {
    let last = await ask('GET', '/docs', bearer('guess'));
    for (let n = 0; n < 30; n += 1) last = await ask('GET', '/docs', bearer(`guess ${n}`.replace(' ', '-')));
    expect(last.status).toBe(429);
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await codeOf(last)).toBe('too_many_attempts');
    const form = {
      'content-type': 'application/x-www-form-urlencoded',
      origin: 'http://api.example',
      host: 'api.example',
    };
    expect((await ask('POST', '/session', form, 'key=guess')).status).toBe(429);
    expect((await ask('GET', '/docs', bearer(keys.ann))).status).toBe(200);
  });

  it('serves listed origins, without cookies, and no others', async () => {
    const preflight = await ask('OPTIONS', '/v1/searches', {
      origin: 'https://app.example',
      'access-control-request-method': 'POST',
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('https://app.example');
    expect(preflight.headers.get('access-control-allow-headers')).toContain('Authorization');
    expect(preflight.headers.get('access-control-allow-credentials')).toBeNull();
    const listed = await ask('GET', '/v1/searches', { ...bearer(keys.ann), origin: 'https://app.example' });
    expect(listed.headers.get('access-control-allow-origin')).toBe('https://app.example');
    const other = await ask('GET', '/v1/searches', { ...bearer(keys.ann), origin: 'https://evil.example' });
    expect(other.headers.get('access-control-allow-origin')).toBeNull();
  });

  describe('sessions', () => {
    const signIn = async (key: string, headers: Record<string, string> = {}) => {
      const response = await ask('POST', '/session', { ...json, ...headers }, JSON.stringify({ key }));
      const set = response.headers.get('set-cookie') ?? '';
      return { response, set, cookie: set.split(';')[0] ?? '' };
    };

    it('gives a cookie that is not the key and that scripts and other sites cannot use', async () => {
      const { response, set, cookie } = await signIn(keys.root);
      expect(response.status).toBe(204);
      expect(set).toMatch(/HttpOnly/);
      expect(set).toMatch(/SameSite=Strict/);
      expect(set).not.toMatch(/Secure/);
      expect((await signIn(keys.root, { 'x-forwarded-proto': 'https' })).set).toMatch(/Secure/);
      for (const secret of [keys.root, sha256(keys.root)]) expect(cookie).not.toContain(secret);
      expect((await ask('GET', '/admin/queues', { cookie })).status).toBe(200);
      expect((await ask('GET', `/v1/searches/${ids.ann}`, { cookie })).status).toBe(200);
    });

    it('holds in every process, dies with its key, and ends by signing out', async () => {
      const { cookie } = await signIn(keys.ann);
      const env = { API_KEYS: API_KEYS.split(',')[0] ?? '' };
      const other = await startApi(inject('redisUrl'), { env, prefix: api.prefix });
      const changed = await startApi(inject('redisUrl'), {
        env: { API_KEYS: `ann:user:red:${sha256('a new key')}` },
        prefix: api.prefix,
      });
      const at = (one: TestApi) => one.app.request('http://api.example/v1/searches', { headers: { cookie } });
      expect((await at(other)).status).toBe(200);
      expect((await at(changed)).status).toBe(401);
      const out = await ask('DELETE', '/session', { cookie, 'sec-fetch-site': 'same-origin' });
      expect(out.status).toBe(204);
      expect(out.headers.get('set-cookie')).toMatch(/Max-Age=0/);
      expect((await at(other)).status).toBe(401);
      await Promise.all([other.close(), changed.close()]);
    });

    it.each<[string, Record<string, string>, number]>([
      ['no sign of where from', {}, 403],
      ['another site', { origin: 'https://evil.example', host: 'api.example' }, 403],
      ['another site, by fetch metadata', { 'sec-fetch-site': 'cross-site' }, 403],
      ['a sibling', { 'sec-fetch-site': 'same-site' }, 403],
      ['an opaque origin', { origin: 'null', host: 'api.example' }, 403],
      ['a listed origin', { origin: 'https://app.example', host: 'api.example' }, 403],
      [
        'our own page behind a proxy',
        { origin: 'https://public.example', 'sec-fetch-site': 'same-origin' },
        202,
      ],
      ['our own page', { origin: 'http://api.example', host: 'api.example' }, 202],
      ['our own page, by fetch metadata', { 'sec-fetch-site': 'same-origin' }, 202],
    ])('changes by cookie from %s', async (_name, headers, status) => {
      const { cookie } = await signIn(keys.ann);
      const response = await ask('POST', '/v1/searches', { ...json, cookie, ...headers }, '{"query":"q"}');
      expect(response.status).toBe(status);
      if (status === 403) expect(await codeOf(response)).toBe('forbidden_origin');
    });

    it('refuses a wrong key, and cookies that are made up', async () => {
      const { response } = await signIn('wrong');
      expect(response.status).toBe(401);
      expect(response.headers.get('set-cookie')).toBeNull();
      for (const value of ['x', 'a'.repeat(43), keys.root, sha256(keys.root)]) {
        const cookie = `agentic_search_session=${value}`;
        expect((await ask('GET', '/v1/searches', { cookie })).status).toBe(401);
      }
    });

    it('shows a browser the form, which signs in and goes on', async () => {
      const page = await ask('GET', '/admin/queues', { accept: 'text/html,*/*' });
      expect(page.status).toBe(401);
      const text = await page.text();
      expect(text).toContain('action="/session"');
      expect(text).toContain('value="/admin/queues"');
      expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
      const form = {
        'content-type': 'application/x-www-form-urlencoded',
        origin: 'http://api.example',
        host: 'api.example',
      };
      const go = async (body: string, headers = form) => ask('POST', '/session', headers, body);
      const signed = await go(`key=${keys.root}&next=/admin/queues`);
      expect(signed.status).toBe(303);
      expect(signed.headers.get('location')).toBe('/admin/queues');
      for (const next of [
        'https://evil.example/',
        '//evil.example/',
        '/\\evil.example',
        'javascript:1',
        '',
      ]) {
        const away = await go(`key=${keys.root}&next=${encodeURIComponent(next)}`);
        expect(away.headers.get('location')).toBe('/docs');
      }
      const wrong = await go('key=wrong&next=/docs');
      expect(wrong.status).toBe(401);
      expect(await wrong.text()).toContain('not known');
      expect((await go(`key=${keys.root}`, { ...form, origin: 'https://evil.example' })).status).toBe(403);
    });

    it('follows the document', async () => {
      const client = await documentedClient(api, { headers: bearer(keys.ann) });
      expect((await client.json('POST', '/session', { key: keys.ann })).status).toBe(204);
      expect((await client.json('POST', '/session', { key: '' })).status).toBe(422);
      expect((await client.json('POST', '/session', '{')).status).toBe(400);
      expect((await client.json('POST', '/session', { key: 'no' })).status).toBe(401);
      expect((await client.request('DELETE', '/session')).status).toBe(204);
    });
  });
});

describe('access without keys', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi(inject('redisUrl'), { env: { CORS_ORIGINS: 'https://app.example' } });
  });
  afterAll(() => api.close());

  it.each([
    ['127.0.0.1:8787', undefined, 200],
    ['localhost:8787', undefined, 200],
    ['localhost:80', 'http://localhost', 200],
    ['localhost:8787', 'http://localhost:8787', 200],
    ['[::1]:8787', 'http://[::1]:8787', 200],
    ['127.0.0.2:1', 'http://127.0.0.2:1', 200],
    ['localhost', 'http://localhost:3000', 403],
    ['localhost', 'http://127.0.0.1', 403],
    ['LOCALHOST:8787', undefined, 200],
    ['localhost', 'https://app.example', 200],
    ['evil.example', undefined, 403],
    ['evil.example:8787', 'http://evil.example:8787', 403],
    ['localhost.evil.example', undefined, 403],
    ['127.0.0.1.evil.example', undefined, 403],
    ['127.0.0.1@evil.example', undefined, 403],
    ['192.168.0.2:8787', undefined, 403],
    ['localhost', 'https://evil.example', 403],
    ['localhost', 'http://localhost.evil.example', 403],
    ['localhost', 'null', 403],
    ['localhost', 'file://', 403],
  ])('Host %s, Origin %s: %i', async (host, origin, status) => {
    const headers = { host, ...(origin === undefined ? {} : { origin }) };
    for (const path of ['/v1/searches', '/health', '/docs', '/admin/queues', '/nothing']) {
      const response = await api.app.request(`http://127.0.0.1${path}`, { headers });
      const allowed = path === '/nothing' ? 404 : 200;
      expect(response.status).toBe(status === 200 ? allowed : 403);
      if (status === 403) {
        const { code } = (await response.json()) as { code: string };
        expect(code).toBe(
          origin !== undefined && host === 'localhost' ? 'forbidden_origin' : 'forbidden_host',
        );
      }
    }
  });

  it('has no rate limit, and signing in changes nothing', async () => {
    const client = await documentedClient(api);
    const answer = await client.request('GET', '/v1/searches');
    expect(answer.headers.get('ratelimit-limit')).toBeNull();
    const signIn = await client.json('POST', '/session', { key: 'any' });
    expect(signIn.status).toBe(204);
    expect(signIn.headers.get('set-cookie')).toBeNull();
  });
});

describe('rate limit', () => {
  it('is one for all processes, by key', async () => {
    const env = { API_KEYS, RATE_LIMIT_REQUESTS_PER_MINUTE: '10' };
    const first = await startApi(inject('redisUrl'), { env });
    const second = await startApi(inject('redisUrl'), { env, prefix: first.prefix });
    const client = await documentedClient(first, { headers: bearer(keys.ann) });
    const ask = (api: TestApi, key: string) =>
      api.app.request('http://api.example/v1/searches', { headers: key === '' ? {} : bearer(key) });
    const statuses = await Promise.all(
      Array.from({ length: 30 }, async (_, n) => (await ask(n % 2 ? first : second, keys.ann)).status),
    );
    const passed = statuses.filter((status) => status === 200).length;
    expect(passed).toBe(10);
    const refused = await client.request('GET', '/v1/searches');
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.headers.get('ratelimit-limit')).toBe('10');
    expect(refused.headers.get('ratelimit-remaining')).toBe('0');
    expect((await ask(first, keys.bob)).status).toBe(200);
    expect((await first.app.request('http://api.example/docs', { headers: bearer(keys.ann) })).status).toBe(
      200,
    );
    const nobody = await Promise.all(Array.from({ length: 15 }, async () => (await ask(first, '')).status));
    expect(nobody.filter((status) => status === 401)).toHaveLength(10);
    expect(nobody.filter((status) => status === 429)).toHaveLength(5);
    await Promise.all([first.close(), second.close()]);
  });
});

describe('where it may listen', () => {
  const allowed = (env: NodeJS.ProcessEnv) => () => assertSafeToListen(parseConfig(env));

  it.each(['127.0.0.1', 'localhost', '::1', '[::1]', '127.9.9.9'])('%s needs no key', (HOST) => {
    expect(allowed({ HOST })).not.toThrow();
  });

  it.each(['0.0.0.0', '::', '192.168.1.5', 'api.example'])('%s needs one, and says how', (HOST) => {
    expect(allowed({ HOST })).toThrow(/API_KEYS=.*[\s\S]*HOST=127\.0\.0\.1/);
    expect(allowed({ HOST, API_KEYS })).not.toThrow();
    expect(allowed({ HOST, ENABLE_GATEWAY_AUTH: 'true', API_GATEWAY_TOKEN: 't' })).not.toThrow();
    expect(allowed({ HOST, API_GATEWAY_TOKEN: 't' })).toThrow();
  });
});
