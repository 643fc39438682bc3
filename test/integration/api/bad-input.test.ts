import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type DocumentedClient, documentedClient } from './documented-client.js';
import { startApi, type TestApi } from './start-api.js';

type Problem = { code: string; errors?: { path: string; message: string }[] };

describe('bad input', () => {
  let api: TestApi;
  let client: DocumentedClient;
  beforeAll(async () => {
    api = await startApi(inject('redisUrl'), { env: { OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' } });
    client = await documentedClient(api);
  });
  afterAll(() => api.close());

  const nested = (depth: number) => `${'['.repeat(depth)}1${']'.repeat(depth)}`;

  it.each<[string, unknown, number, string, string | undefined]>([
    ['no question', {}, 422, 'invalid_fields', 'query'],
    ['a question of blanks', { query: ' \n ' }, 422, 'invalid_fields', 'query'],
    ['2,001 characters', { query: 'x'.repeat(2_001) }, 422, 'invalid_fields', 'query'],
    ['a number for a question', { query: 7 }, 422, 'invalid_fields', 'query'],
    ['a lone surrogate', '{"query":"a \\ud800 b"}', 422, 'invalid_fields', 'query'],
    ['a NUL', '{"query":"a\\u0000b"}', 422, 'invalid_fields', 'query'],
    ['an unknown field', { query: 'q', max_iteration: 2 }, 422, 'invalid_fields', 'max_iteration'],
    ['an unknown field within', { query: 'q', budget: { pages: 2 } }, 422, 'invalid_fields', 'budget.pages'],
    ['11 iterations', { query: 'q', max_iterations: 11 }, 422, 'invalid_fields', 'max_iterations'],
    ['half an iteration', { query: 'q', max_iterations: 0.5 }, 422, 'invalid_fields', 'max_iterations'],
    ['a text for a number', { query: 'q', max_iterations: '3' }, 422, 'invalid_fields', 'max_iterations'],
    ['0 URLs', { query: 'q', max_urls_per_iteration: 0 }, 422, 'invalid_fields', 'max_urls_per_iteration'],
    [
      'infinity',
      '{"query":"q","completeness_threshold":1e999}',
      422,
      'invalid_fields',
      'completeness_threshold',
    ],
    [
      'a negative threshold',
      { query: 'q', url_score_threshold: -0.1 },
      422,
      'invalid_fields',
      'url_score_threshold',
    ],
    [
      'an absurd budget',
      { query: 'q', budget: { max_seconds: 1e300 } },
      422,
      'invalid_fields',
      'budget.max_seconds',
    ],
    [
      'a URL for a host',
      { query: 'q', include_domains: ['https://a.b/'] },
      422,
      'invalid_fields',
      'include_domains.0',
    ],
    [
      '101 hosts',
      { query: 'q', exclude_domains: Array(101).fill('a.b') },
      422,
      'invalid_fields',
      'exclude_domains',
    ],
    ['a strange namespace', { query: 'q', namespace: '../x' }, 422, 'invalid_fields', 'namespace'],
    [
      '5 KB of metadata',
      { query: 'q', metadata: { a: 'x'.repeat(5_000) } },
      422,
      'invalid_fields',
      'metadata',
    ],
    ['NUL in metadata', '{"query":"q","metadata":{"a":["\\u0000"]}}', 422, 'invalid_fields', 'metadata.a.0'],
    ['a surrogate as a name', '{"query":"q","metadata":{"\\udfff":1}}', 422, 'invalid_fields', undefined],
    ['__proto__', '{"query":"q","__proto__":{"admin":true}}', 422, 'invalid_fields', '__proto__'],
    [
      '__proto__ within',
      '{"query":"q","metadata":{"__proto__":1}}',
      422,
      'invalid_fields',
      'metadata.__proto__',
    ],
    ['constructor', '{"query":"q","constructor":{"prototype":{}}}', 422, 'invalid_fields', 'constructor'],
    ['deep nesting', `{"query":"q","metadata":{"a":${nested(5_000)}}}`, 422, 'invalid_fields', undefined],
    [
      'very deep nesting',
      `{"query":"q","metadata":{"a":${nested(400_000)}}}`,
      422,
      'invalid_fields',
      undefined,
    ],
    ['a webhook', { query: 'q', webhook_url: 'https://a.b/' }, 422, 'not_available', 'webhook_url'],
    [
      'a cost limit without a price',
      { query: 'q', budget: { max_cost_usd: 1 } },
      422,
      'price_unknown',
      'budget.max_cost_usd',
    ],
    ['a list', '[]', 422, 'invalid_fields', ''],
    ['null', 'null', 422, 'invalid_fields', ''],
    ['nothing', '', 400, 'malformed_json', undefined],
    ['half of it', '{"query":', 400, 'malformed_json', undefined],
    ['a comment', '{"query":"q"} // q', 400, 'malformed_json', undefined],
    ['NaN', '{"query":NaN}', 400, 'malformed_json', undefined],
    ['more than 1 MiB', `{"query":"q","x":"${'x'.repeat(1_048_576)}"}`, 413, 'body_too_large', undefined],
  ])('refuses %s', async (_name, input, status, code, path) => {
    const answer = await client.json('POST', '/v1/searches', input);
    expect(answer).toMatchObject({ status, body: { code } });
    const { errors } = answer.body as Problem;
    if (path !== undefined) expect(errors?.map((error) => error.path)).toContain(path);
    if (status === 422) expect(errors?.every((error) => error.message.length > 3)).toBe(true);
    expect(JSON.stringify(answer.body).length).toBeLessThan(20_000);
  });

  it('names every fault at once', async () => {
    const answer = await client.json('POST', '/v1/searches', {
      query: '',
      answer: 'no',
      priority: 'now',
      x: 1,
    });
    const paths = (answer.body as Problem).errors?.map(({ path }) => path);
    expect(paths?.sort()).toEqual(['answer', 'priority', 'query', 'x']);
  });

  it('takes 2,000 characters, and counts them after trimming', async () => {
    const answer = await client.json('POST', '/v1/searches', { query: ` ${'é'.repeat(2_000)} ` });
    expect(answer.status).toBe(202);
    expect(Object.getPrototypeOf({}).admin).toBeUndefined();
  });

  it.each([
    ['text/plain', 415],
    ['application/x-www-form-urlencoded', 415],
    ['application/json; charset=latin1', 415],
    ['', 415],
    ['Application/JSON; charset="UTF-8"', 202],
  ])('reads only JSON in UTF-8: %j', async (type, status) => {
    const body = new TextEncoder().encode('{"query":"q"}');
    const headers: Record<string, string> = type === '' ? {} : { 'content-type': type };
    const answer = await client.request('POST', '/v1/searches', { body, headers });
    expect(answer.status).toBe(status);
  });

  it.each([
    ['gzip', 415],
    ['identity, br', 415],
    ['Identity', 202],
  ])('reads no compressed body: %s', async (encoding, status) => {
    const headers = { 'content-type': 'application/json', 'content-encoding': encoding };
    const answer = await client.request('POST', '/v1/searches', { body: '{"query":"q"}', headers });
    expect(answer.status).toBe(status);
  });

  it('refuses bytes that are not UTF-8', async () => {
    const body = new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]);
    const headers = { 'content-type': 'application/json' };
    const answer = await client.request('POST', '/v1/searches', { body, headers });
    expect(answer).toMatchObject({ status: 400, body: { code: 'malformed_json' } });
  });

  it.each([
    ['/v1/searches?limit=0', 'limit'],
    ['/v1/searches?limit=101', 'limit'],
    ['/v1/searches?limit=1.5', 'limit'],
    ['/v1/searches?limit=', 'limit'],
    ['/v1/searches?limit=5&limit=6', 'limit'],
    ['/v1/searches?state=done', 'state'],
    ['/v1/searches?cursor=none', 'cursor'],
    ['/v1/searches?page=2', 'page'],
    ['/v1/searches?__proto__=2', '__proto__'],
    ['/v1/kb/sources?limit=1000', 'limit'],
    ['/v1/kb/status?namespace=a%20b', 'namespace'],
    ['/v1/searches/x/events?last_event_id=-1', 'last_event_id'],
  ])('refuses the query of %s', async (path, field) => {
    const answer = await client.request('GET', path);
    expect(answer).toMatchObject({ status: 422, body: { code: 'invalid_fields' } });
    expect((answer.body as Problem).errors?.map((error) => error.path)).toEqual([field]);
  });

  it.each([
    [{ query: 'q', limit: 101 }, 'limit'],
    [{ query: 'q', strategy: 'magic' }, 'strategy'],
    [{ query: 'q', type: 'image' }, 'type'],
    [{ query: '' }, 'query'],
    [{ query: 'q', url: 'x' }, 'url'],
    [{ query: 'q', source_id: '' }, 'source_id'],
  ])('refuses a passage search %j', async (input, field) => {
    const answer = await client.json('POST', '/v1/kb/search', input);
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ path: field }] } });
  });

  it('refuses a Last-Event-ID that is no seq', async () => {
    const { body } = await client.json('POST', '/v1/searches', { query: 'q' });
    const path = `/v1/searches/${(body as { id: string }).id}/events`;
    const answer = await client.request('GET', path, { headers: { 'last-event-id': 'first' } });
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ path: 'Last-Event-ID' }] } });
  });
});
