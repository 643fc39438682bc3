import { AbortedError } from '@agentic-search/shared/errors';
import { createSearchEngine, type SearchEngine } from '@agentic-search/shared/ports/search-engine';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type SearchEngineDouble,
  startSearchEngineDouble,
} from '../support/search-engine-double/search-engine-double.js';

const options = { limit: 5, signal: new AbortController().signal };
const pages = [{ url: 'https://a.example/pool', title: 'Pool', text: 'The size of the pool.' }];

describe('a SearXNG server with faults', () => {
  let double: SearchEngineDouble;
  let engine: SearchEngine;

  beforeEach(async () => {
    double = await startSearchEngineDouble({ pages });
    const created = createSearchEngine({
      searxngUrl: double.url,
      documentsUrl: null,
      order: null,
      timeoutMs: 200,
    });
    if (!created) throw new Error('a URL makes an engine');
    engine = created;
  });
  afterEach(() => double.close());

  it.each([
    ['json_not_enabled', 'engine_blocked'],
    ['rate_limited', 'engine_rate_limited'],
    ['html', 'engine_bad_reply'],
    ['captcha', 'engine_blocked'],
    ['server_error', 'engine_unreachable'],
    ['broken_json', 'engine_bad_reply'],
    ['no_results_key', 'engine_bad_reply'],
    ['unresponsive', 'engines_unresponsive'],
    ['hang', 'engine_timeout'],
    ['stall', 'engine_timeout'],
    ['disconnect', 'engine_unreachable'],
  ] as const)('%s is unavailable (%s), in a search and in the check', async (fault, code) => {
    double.fail(fault);
    expect(await engine.search('pool', options)).toMatchObject({
      kind: 'unavailable',
      engine: 'searxng',
      code,
    });
    const check = await engine.check(options);
    expect(check.ok).toBe(false);
    expect(check.advice).toMatch(/\S/);
    expect(double.requests).toHaveLength(2);
  });

  it('says how JSON is enabled', async () => {
    double.fail('json_not_enabled');
    expect((await engine.check(options)).advice).toContain('search.formats');
  });

  it('gives the hits of the engines that answered, and names the others', async () => {
    double.fail('some_unresponsive');
    expect(await engine.search('pool', options)).toMatchObject({
      kind: 'results',
      hits: [{ url: 'https://a.example/pool', title: 'Pool' }],
      unresponsive: [{ name: 'brave', reason: 'timeout' }],
    });
  });

  it('holds an outage that is no longer named against an empty list, until something is found', async () => {
    double.fail('unresponsive');
    await engine.search('pool', options);
    double.fail('unresponsive_unsaid');
    expect(await engine.search('pool', options)).toMatchObject({
      kind: 'unavailable',
      code: 'engines_unresponsive',
    });
    double.fail('none');
    expect(await engine.search('pool', options)).toMatchObject({ kind: 'results' });
    expect(await engine.search('bananas', options)).toMatchObject({ kind: 'results', hits: [] });
  });

  it('drops what is no web page, keeps the order', async () => {
    const urls = ['https://b.example/', 'file:///etc/passwd', 'https://a.example/', 'nonsense'];
    double.setHits(
      'odd',
      urls.map((url) => ({ url, title: url, content: '' })),
    );
    const outcome = await engine.search('odd', options);
    expect(outcome.kind === 'results' && outcome.hits.map(({ url }) => url)).toEqual([
      'https://b.example/',
      'https://a.example/',
    ]);
  });

  it('asks in words and for JSON', async () => {
    await engine.search('!g  pool & size=#1', options);
    expect(double.requests[0]).toMatchObject({ query: 'g pool & size=#1', format: 'json' });
  });

  it('ends at once when the signal fires in mid-search', async () => {
    const controller = new AbortController();
    double.hold();
    const search = engine
      .search('pool', { limit: 5, signal: controller.signal })
      .catch((error: unknown) => error);
    await double.waitForRequest();
    controller.abort();
    expect(await search).toBeInstanceOf(AbortedError);
  });
});
