import { createSearchEngine } from '@agentic-search/shared/ports/search-engine';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HttpDouble, startHttpDouble } from '../support/http-double.js';
import { hasRecorded, readRecorded } from '../support/recorded.js';
import { searchEngineContract } from './search-engine.contract.js';

const file = 'searx-1.1.0.ndjson';
interface Recorded {
  name: string;
  path: string;
  status: number;
  response: unknown;
}
const recorded = readRecorded<Recorded>(file);
const signal = new AbortController().signal;

/** Answers every search with one recorded answer, the query aside. */
function replay(choose: (query: string) => string): Promise<HttpDouble> {
  return startHttpDouble(async ({ url }) => {
    const name = choose(url.searchParams.get('q') ?? '');
    const exchange = recorded.find((item) => item.name === name);
    if (!exchange) throw new Error(`nothing recorded as ${name}`);
    return { kind: 'answer', status: exchange.status, body: exchange.response };
  });
}

function engineAt(url: string) {
  const engine = createSearchEngine({ searxngUrl: url, documentsUrl: null, order: ['searxng'] });
  if (!engine) throw new Error('a URL makes an engine');
  return engine;
}

describe.skipIf(!hasRecorded(file))('recorded answers of searx 1.1.0', () => {
  searchEngineContract('searxng over recorded answers', async () => {
    const server = await replay((query) => (query === 'nothing' ? 'nothing found' : 'plain'));
    return { engine: engineAt(server.url), close: () => server.close() };
  });

  describe('each by its name', () => {
    let server: HttpDouble;
    beforeAll(async () => {
      server = await replay((query) => query);
    });
    afterAll(() => server.close());
    const outcomeOf = (name: string) => engineAt(server.url).search(name, { limit: 20, signal });

    it.each(['plain', 'two engines', 'unicode', 'unknown engine', 'one of two slow'])(
      '%s: hits',
      async (name) => {
        const outcome = await outcomeOf(name);
        expect(outcome).toMatchObject({ kind: 'results', unresponsive: [] });
        if (outcome.kind === 'results') expect(outcome.hits.length).toBeGreaterThan(0);
      },
    );

    it.each(['page 2', 'nothing found', 'time range unsupported'])('%s: nothing found', async (name) => {
      expect(await outcomeOf(name)).toMatchObject({ kind: 'results', hits: [] });
    });

    it.each([
      ['engine slow', 'timeout'],
      ['engine 503', 'HTTP error'],
      ['engine 429', 'too many requests'],
      ['engine 403', 'blocked'],
      ['engine bad json', 'unexpected crash'],
      ['engine closes', 'HTTP error'],
      ['engine refuses', 'HTTP error'],
    ])('%s: unavailable, never nothing found', async (name, reason) => {
      const outcome = await outcomeOf(name);
      expect(outcome).toMatchObject({
        kind: 'unavailable',
        code: 'engines_unresponsive',
        unresponsive: [{ reason }],
      });
    });

    it('a suspended engine that is no longer named is still an outage', async () => {
      const engine = engineAt(server.url);
      expect(await engine.search('engine 503', { limit: 20, signal })).toMatchObject({ kind: 'unavailable' });
      expect(await engine.search('engine 503 again at once', { limit: 20, signal })).toMatchObject({
        kind: 'unavailable',
        code: 'engines_unresponsive',
        unresponsive: [{ name: 'bad 503' }],
      });
    });

    it.each(['html', 'unknown format', 'safesearch 9', 'bad page', 'no query'])(
      '%s: a bad reply',
      async (name) => {
        expect(await outcomeOf(name)).toMatchObject({ kind: 'unavailable', code: 'engine_bad_reply' });
      },
    );
  });
});
