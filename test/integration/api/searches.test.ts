import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { until } from '../../support/until.js';
import { type DocumentedClient, documentedClient } from './documented-client.js';
import { addCheck, fail, finish } from './history-entries.js';
import { startApi, type TestApi } from './start-api.js';

type Accepted = { id: string; state: string; links: { self: string; events: string } };

describe('searches over HTTP', () => {
  let api: TestApi;
  let client: DocumentedClient;
  beforeAll(async () => {
    api = await startApi(inject('redisUrl'));
    client = await documentedClient(api);
  });
  afterAll(() => api.close());

  const create = async (
    input: object = { query: 'How do tokens work?' },
    headers: Record<string, string> = {},
  ) => {
    const answer = await client.json('POST', '/v1/searches', input, headers);
    return { ...answer, accepted: answer.body as Accepted };
  };

  it('accepts a question with its place and queues it', async () => {
    const { status, headers, accepted } = await create();
    expect(status).toBe(202);
    expect(accepted).toMatchObject({
      state: 'queued',
      links: { events: `/v1/searches/${accepted.id}/events` },
    });
    expect(headers.get('location')).toBe(`/v1/searches/${accepted.id}`);
    expect(await api.parts.queues.state('search', `${accepted.id}.1`)).toBe('waiting');
  });

  it('shows a search in every state', async () => {
    const { accepted } = await create();
    const path = accepted.links.self;
    const queued = await client.request('GET', path);
    expect(queued.body).toMatchObject({ state: 'queued', result: null, step: null, search_history: [] });
    expect((queued.body as { queue_position: number }).queue_position).toBeGreaterThanOrEqual(0);
    await addCheck(api, accepted.id);
    const running = await client.request('GET', path);
    expect(running.body).toMatchObject({ state: 'running', step: 'local_check', queue_position: null });
    await finish(api, accepted.id);
    const finished = await client.request('GET', path);
    expect(finished.body).toMatchObject({
      state: 'completed',
      result: { status: 'complete', success: true },
    });
  });

  it('keeps an explicit 0 and takes the configured values for the rest', async () => {
    const { accepted } = await create({
      query: 'q',
      max_iterations: 0,
      max_age_seconds: 0,
      completeness_threshold: 0,
    });
    const stored = await api.records.load(accepted.id);
    expect(stored?.record.request).toMatchObject({
      max_iterations: 0,
      max_age_seconds: 0,
      completeness_threshold: 0,
      url_score_threshold: 0.7,
      budget: { max_seconds: 300, max_pages: null },
    });
  });

  it('lists newest first, by state, page by page', async () => {
    const fresh = await startApi(inject('redisUrl'));
    const own = await documentedClient(fresh);
    const ids: string[] = [];
    for (const query of ['one', 'two', 'three']) {
      const { body } = await own.json('POST', '/v1/searches', { query });
      ids.unshift((body as Accepted).id);
    }
    await finish(fresh, ids[0] ?? '');
    const page = async (query: string) =>
      (await own.request('GET', `/v1/searches${query}`)).body as {
        items: Accepted[];
        next_cursor: string | null;
      };
    const first = await page('?limit=2');
    expect(first.items).toHaveLength(2);
    const second = await page(`?limit=2&cursor=${first.next_cursor}`);
    expect(second.next_cursor).toBeNull();
    expect(new Set([...first.items, ...second.items].map(({ id }) => id))).toEqual(new Set(ids));
    expect((await page('?state=completed')).items.map(({ id }) => id)).toEqual([ids[0]]);
    expect((await page('?state=failed')).items).toEqual([]);
    await fresh.close();
  });

  it('cancels once, then says that it has finished', async () => {
    const { accepted } = await create();
    const cancelled = await client.request('DELETE', accepted.links.self);
    expect(cancelled.status).toBe(202);
    expect(cancelled.body).toMatchObject({ state: 'cancelled' });
    const again = await client.request('DELETE', accepted.links.self);
    expect(again).toMatchObject({ status: 409, body: { code: 'already_finished' } });
    expect(await api.parts.queues.state('search', `${accepted.id}.1`)).toBe('unknown');
  });

  it('runs a failed search again as a new job, and no other', async () => {
    const { accepted } = await create();
    const retry = () => client.request('POST', `${accepted.links.self}/retry`);
    expect(await retry()).toMatchObject({ status: 409, body: { code: 'not_retryable' } });
    await fail(api, accepted.id);
    expect((await client.request('GET', accepted.links.self)).body).toMatchObject({
      error: { code: 'internal_error' },
    });
    expect(await retry()).toMatchObject({ status: 202, body: { state: 'queued' } });
    expect(await api.parts.queues.state('search', `${accepted.id}.2`)).toBe('waiting');
  });

  it('answers 404 for ids that are none', async () => {
    for (const id of ['0', 'a'.repeat(300), '..%2f..', '%00', 'é', '*']) {
      expect(await client.request('GET', `/v1/searches/${id}`)).toMatchObject({
        status: 404,
        body: { code: 'not_found' },
      });
    }
    for (const [method, path] of [
      ['DELETE', ''],
      ['POST', '/retry'],
      ['GET', '/events'],
    ] as const) {
      expect((await client.request(method, `/v1/searches/none${path}`)).status).toBe(404);
    }
  });

  describe('Idempotency-Key', () => {
    it('gives the first search again, and refuses another body', async () => {
      const headers = { 'idempotency-key': 'order 1' };
      const first = await create({ query: 'same' }, headers);
      const second = await create({ query: 'same' }, headers);
      expect(second.accepted.id).toBe(first.accepted.id);
      const other = await create({ query: 'other' }, headers);
      expect(other).toMatchObject({ status: 409, body: { code: 'idempotency_key_reused' } });
    });

    it('makes one search of twenty requests at once', async () => {
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => create({ query: 'at once' }, { 'idempotency-key': 'twenty' })),
      );
      expect(new Set(answers.map(({ accepted }) => accepted.id)).size).toBe(1);
      expect(answers.every(({ status }) => status === 202)).toBe(true);
    });

    it.each(['', 'x'.repeat(256), 'naïve'])('refuses %j', async (key) => {
      const answer = await create({ query: 'q' }, { 'idempotency-key': key });
      expect(answer).toMatchObject({ status: 422, body: { errors: [{ path: 'Idempotency-Key' }] } });
    });
  });

  describe('Prefer: wait', () => {
    it('gives the finished search when it makes it', async () => {
      const headers = { prefer: 'respond-async, wait=20' };
      const asked = create({ query: 'a question to wait for' }, headers);
      const id = await until('the search is there', async () => {
        const { items } = await api.parts.searches.list(
          { name: 'local', role: 'admin', namespace: '*' },
          { state: 'queued', limit: 100, cursor: null },
        );
        return items.find((item) => item.query === 'a question to wait for')?.id;
      });
      await addCheck(api, id);
      await finish(api, id);
      const answer = await asked;
      expect(answer.status).toBe(200);
      expect(answer.headers.get('preference-applied')).toBe('wait=20');
      expect(answer.body).toMatchObject({ id, state: 'completed', result: { status: 'complete' } });
      expect(api.parts.streams.size).toBe(0);
    });

    it('answers 202 when it does not', async () => {
      expect((await create({ query: 'slow' }, { prefer: 'wait=1' })).status).toBe(202);
    });
  });

  it('answers 403 when agentic search is switched off', async () => {
    const off = await startApi(inject('redisUrl'), { env: { AGENTIC_SEARCH_ENABLED: 'false' } });
    const answer = await (await documentedClient(off)).json('POST', '/v1/searches', { query: 'q' });
    expect(answer).toMatchObject({ status: 403, body: { code: 'agentic_search_disabled' } });
    await off.close();
  });
});
