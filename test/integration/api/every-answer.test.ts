import { createHash } from 'node:crypto';
import { DependencyUnavailableError, RetryableError } from '@agentic-search/shared/errors';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { problemCodes } from '../../../apps/api/src/problem.js';
import { type DocumentedClient, documentedClient, seen } from './documented-client.js';
import { addCheck, fail, finish } from './history-entries.js';
import { startApi, type TestApi } from './start-api.js';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const API_KEYS = [
  `ann:user:red:${sha256('ann')}`,
  `few:user:red:${sha256('few')}`,
  `root:admin:*:${sha256('root')}`,
].join(',');
const as = (key: string) => ({ authorization: `Bearer ${key}` });

describe('every answer the document names', () => {
  let api: TestApi;
  let client: DocumentedClient;
  let open: TestApi;
  let openClient: DocumentedClient;
  beforeAll(async () => {
    api = await startApi(inject('redisUrl'), { env: { API_KEYS, RATE_LIMIT_REQUESTS_PER_MINUTE: '40' } });
    client = await documentedClient(api, { headers: as('root') });
    const env = { OPENAI_API_KEY: 'key', AGENTIC_SEARCH_ENABLED: 'true' };
    open = await startApi(inject('redisUrl'), { env });
    openClient = await documentedClient(open);
  });
  afterAll(async () => {
    await api.close();
    await open.close();
  });

  const create = async (): Promise<string> => {
    const { body } = await openClient.json('POST', '/v1/searches', { query: 'q' });
    return (body as { id: string }).id;
  };

  it('gives each success', async () => {
    const id = await create();
    await addCheck(open, id);
    await openClient.request('GET', '/v1/searches');
    await openClient.request('GET', `/v1/searches/${id}`);
    await finish(open, id);
    await openClient.request('GET', `/v1/searches/${id}/events`);
    const idempotent = { 'idempotency-key': 'once' };
    const { body } = await openClient.json('POST', '/v1/searches', { query: 'once' }, idempotent);
    const once = (body as { id: string }).id;
    await finish(open, once);
    await openClient.json('POST', '/v1/searches', { query: 'once' }, { ...idempotent, prefer: 'wait=5' });
    const other = await create();
    await openClient.request('DELETE', `/v1/searches/${other}`);
    await openClient.request('POST', `/v1/searches/${other}/retry`);
    await openClient.json('POST', '/v1/kb/search', { query: 'q' });
    await openClient.request('GET', '/v1/kb/status');
    await openClient.request('GET', '/v1/kb/sources');
    await openClient.request('DELETE', '/v1/kb/sources/a.example');
    for (const path of ['/health', '/ready', '/openapi.json', '/docs', '/docs/start.js', '/admin/queues']) {
      await openClient.request('GET', path);
    }
    await openClient.json('POST', '/session', { key: 'k' });
    await openClient.request('POST', '/session', {
      body: 'key=root&next=/docs',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: 'http://127.0.0.1',
        host: '127.0.0.1',
      },
    });
    await openClient.request('DELETE', '/session');
    const away = await startApi(inject('redisUrl'), {
      probes: { redis: () => Promise.reject(new Error('away')) },
    });
    await (await documentedClient(away)).request('GET', '/ready');
    await away.close();

    for (const [path, operations] of Object.entries(openClient.document.paths)) {
      for (const [method, operation] of Object.entries(operations)) {
        for (const [status, answer] of Object.entries(operation.responses)) {
          const isProblem = answer.content?.['application/problem+json'] !== undefined;
          if (!isProblem) expect(seen.operations).toContain(`${method.toUpperCase()} ${path} ${status}`);
        }
      }
    }
  });

  it('gives each problem code', async () => {
    const post = (input: unknown, headers: Record<string, string> = {}) =>
      openClient.json('POST', '/v1/searches', input, headers);
    await post('{');
    await post({});
    await post({ query: 'q', webhook_url: 'https://a.example' });
    await post({ query: 'q', budget: { max_cost_usd: 1 } });
    await post({ query: 'q' }, { 'content-type': 'text/plain' });
    await post(`"${'x'.repeat(1_100_000)}"`);
    await post({ query: 'one' }, { 'idempotency-key': 'reused' });
    await post({ query: 'two' }, { 'idempotency-key': 'reused' });
    await post({ query: 'q' }, { host: 'evil.example' });
    await post({ query: 'q' }, { origin: 'https://evil.example' });
    await openClient.request('GET', '/v1/searches/none');
    await openClient.request('GET', '/nothing');
    await openClient.request('PUT', '/v1/searches');
    const id = await create();
    await openClient.request('POST', `/v1/searches/${id}/retry`);
    await fail(open, id);
    await openClient.request('DELETE', `/v1/searches/${id}`);
    await open.redis.hset(open.records.key(id), 'b', 'not a record');
    await openClient.request('GET', `/v1/searches/${id}`);
    for (const error of [
      new DependencyUnavailableError('vector_store_unavailable', 'the vector store is away'),
      new DependencyUnavailableError('redis_unavailable', 'Redis is away'),
      new RetryableError('embedder_timeout', 'inside'),
      new Error('inside'),
    ]) {
      open.retrieval.fail = error;
      await openClient.json('POST', '/v1/kb/search', { query: 'q' });
    }
    open.retrieval.fail = null;

    await client.request('GET', '/v1/searches', { headers: { authorization: 'Basic x' } });
    await client.request('GET', '/admin/queues', { headers: as('ann') });
    await client.request('GET', '/v1/kb/status?namespace=blue', { headers: as('ann') });
    for (let n = 0; n < 31; n += 1) await client.request('GET', '/docs', { headers: as(`guess-${n}`) });
    for (let n = 0; n < 41; n += 1) await client.request('GET', '/v1/searches', { headers: as('few') });
    const off = await startApi(inject('redisUrl'), { env: { AGENTIC_SEARCH_ENABLED: 'false' } });
    await (await documentedClient(off)).json('POST', '/v1/searches', { query: 'q' });
    await off.close();

    expect([...seen.codes].sort()).toEqual(Object.keys(problemCodes).sort());
  });
});
