import { createSearchEngine, type SearchEngine } from '@agentic-search/shared/ports/search-engine';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DoubleAnswer, type HttpDouble, startHttpDouble } from '../support/http-double.js';
import { hasSearx, startSearx } from '../support/search-engine-double/searx-process.js';
import { type SearchEngineSubject, searchEngineContract } from './search-engine.contract.js';

const signal = new AbortController().signal;
const results = [
  { title: 'Pool size', url: 'http://127.0.0.1/pool.html', snippet: 'How large the connection pool is.' },
  { title: 'Time-outs', url: 'http://127.0.0.1/timeouts.html', snippet: 'Idle connections of the pool.' },
];

/** The site that searx asks: two pages for every word but `nothing`, or whatever is wrong with it. */
function startUpstream(fault: () => DoubleAnswer | null): Promise<HttpDouble> {
  return startHttpDouble(async ({ url }) => {
    const found = url.searchParams.get('q')?.includes('nothing') ? [] : results;
    return fault() ?? { kind: 'answer', status: 200, body: { results: found, suggestions: [] } };
  });
}

async function startSubject(fault: () => DoubleAnswer | null): Promise<SearchEngineSubject> {
  const upstream = await startUpstream(fault);
  const searx = await startSearx(new URL(upstream.url));
  const engine = createSearchEngine({ searxngUrl: searx.url, documentsUrl: null, order: null });
  if (!engine) throw new Error('a URL makes an engine');
  const close = async (): Promise<void> => {
    await searx.stop();
    await upstream.close();
  };
  return { engine, close };
}

describe.skipIf(!hasSearx)('a real searx', () => {
  searchEngineContract('searxng over a real searx', () => startSubject(() => null));

  describe('with its upstream broken', () => {
    let fault: DoubleAnswer | null = null;
    let subject: SearchEngineSubject;
    let engine: SearchEngine;
    beforeAll(async () => {
      subject = await startSubject(() => fault);
      engine = subject.engine;
    });
    afterAll(() => subject.close());

    it('says unavailable, also while the engine is suspended, and results again afterwards', async () => {
      fault = { kind: 'answer', status: 503, body: 'down' };
      for (let time = 0; time < 3; time += 1) {
        expect(await engine.search('pool', { limit: 5, signal })).toMatchObject({
          kind: 'unavailable',
          code: 'engines_unresponsive',
          unresponsive: [{ name: 'local docs' }],
        });
      }
      fault = null;
      await expect
        .poll(async () => (await engine.search('pool', { limit: 5, signal })).kind, {
          timeout: 15_000,
          interval: 100,
        })
        .toBe('results');
    });
  });
});
