import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { runCommand as run } from './testing/run-command.js';

interface Recorded {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: unknown;
}
type Handler = (request: Recorded, response: ServerResponse) => void;

let server: Server;
let url: string;
let handle: Handler;
let requests: Recorded[];
beforeEach(async () => {
  requests = [];
  server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const text = Buffer.concat(parts).toString();
      const { method = '', url: path = '', headers } = request;
      const recorded = { method, path, headers, body: text === '' ? null : JSON.parse(text) };
      requests.push(recorded);
      handle(recorded, response);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  vi.unstubAllEnvs();
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

const at = '2026-01-02T03:04:05.000Z';
const check = {
  seq: 0,
  iteration: 1,
  action: 'local_check',
  at,
  duration_ms: 12,
  query: 'q',
  completeness: 0.1,
  gaps: [],
  reasoning: '',
  results_considered: 2,
  decided_by: 'rules',
};
const answered = {
  seq: 1,
  iteration: 1,
  action: 'answer',
  at,
  duration_ms: 3,
  sentences: 1,
  citations: 1,
  citations_verified: 1,
  dropped: 0,
  found: true,
  decided_by: 'rules',
};
const passage = {
  chunk_id: 'c1',
  content: 'The default is 17 sockets.',
  url: 'http://docs/x',
  title: 'Pool',
  similarity_score: 0.9,
  chunk_index: 0,
  source_id: 'docs',
  heading_path: [],
};
function finished(status: string, state = 'completed'): Record<string, unknown> {
  const citation = {
    n: 1,
    chunk_id: 'c1',
    url: 'http://docs/x',
    title: 'Pool',
    quote: 'The default is 17 sockets.',
  };
  return {
    id: 's1',
    state,
    query: 'q',
    namespace: 'default',
    metadata: {},
    created_at: at,
    started_at: at,
    finished_at: at,
    queue_position: null,
    step: null,
    iteration: 1,
    completeness: 0.9,
    search_history: [check, answered],
    result: {
      success: true,
      query: 'q',
      status,
      iterations: 1,
      completeness: 0.9,
      retrieval: 'lexical',
      reranked: false,
      answer: {
        found: true,
        text: 'The default is 17 sockets. [1]',
        as_of: at,
        citations: [{ ...citation, start: 0, end: 26, verified: true }],
      },
      results: [passage],
      search_history: [check, answered],
      receipt: {
        llm: {},
        embedding_tokens: 0,
        cost_usd: 0,
        repeated_calls: 0,
        pages: { fetched: 1, from_cache: 0, refused: 0 },
        seconds: { crawl: 1.5 },
        crawl_efficiency: 0.5,
      },
    },
    error: null,
    links: { self: '/v1/searches/s1', events: '/v1/searches/s1/events', cancel: '/v1/searches/s1' },
  };
}
const event = (kind: string, data: unknown, id?: number): string =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${kind}\ndata: ${JSON.stringify(data)}\n\n`;

/** A server that breaks the first event stream after one entry. */
function breakingSearch(last: Record<string, unknown>): Handler {
  let streams = 0;
  return (request, response) => {
    if (request.method === 'POST') {
      response.writeHead(202, { 'content-type': 'application/json' }).end('{"id":"s1","state":"queued"}');
      return;
    }
    streams += 1;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    if (streams === 1) {
      response.write(
        `: hello\n\n${event('history', check, 0)}${event('activity', { kind: 'page_fetched', at })}`,
      );
      setImmediate(() => response.destroy());
    } else {
      response.end(event('history', check, 0) + event('history', answered, 1) + event('done', last));
    }
  };
}

describe('search', () => {
  test('prints timeline, answer, citations and receipt once each, over a broken connection', async () => {
    handle = breakingSearch(finished('complete'));
    vi.stubEnv('AGENTIC_SEARCH_API_KEY', 'secret');
    const { code, out } = await run(['search', 'how many sockets?', '--url', url]);
    expect(code).toBe(0);
    const text = out.join('\n');
    expect(text.match(/local_check/g)).toHaveLength(1);
    expect(text).toContain('The default is 17 sockets. [1]');
    expect(text).toContain('[1] Pool\n    http://docs/x');
    expect(text).toMatch(/Receipt: complete, 90 % complete after 1 iteration\(s\) · pages 1 fetched/);
    expect(requests.map((request) => request.headers['last-event-id'])).toEqual([undefined, undefined, '0']);
    expect(requests.every((request) => request.headers.authorization === 'Bearer secret')).toBe(true);
  });

  test('sends every field that was asked for, 0 included, and no other', async () => {
    handle = breakingSearch(finished('complete'));
    const options =
      '--threshold 0 --max-iterations 0 --max-urls-per-iteration 2 --url-score-threshold 0.5 --no-use-search-hints ' +
      '--strategy semantic --include-domains a.example,b.example --include-domains c.example --exclude-domains d.example ' +
      '--max-age-seconds 0 --budget-pages 3 --budget-llm-tokens 4 --budget-usd 0.5 --budget-seconds 6 --no-answer ' +
      '--priority batch --namespace team --metadata {"a":1} --idempotency-key once --json';
    const { out } = await run(['search', 'q', '--url', url, ...options.split(' ')]);
    expect(requests[0]?.headers['idempotency-key']).toBe('once');
    expect(requests[0]?.body).toEqual({
      query: 'q',
      completeness_threshold: 0,
      max_iterations: 0,
      max_urls_per_iteration: 2,
      url_score_threshold: 0.5,
      use_search_hints: false,
      strategy: 'semantic',
      include_domains: ['a.example', 'b.example', 'c.example'],
      exclude_domains: ['d.example'],
      max_age_seconds: 0,
      budget: { max_pages: 3, max_llm_tokens: 4, max_cost_usd: 0.5, max_seconds: 6 },
      answer: false,
      priority: 'batch',
      namespace: 'team',
      metadata: { a: 1 },
    });
    expect(out.map((line) => JSON.parse(line).action ?? JSON.parse(line).id)).toEqual([
      'local_check',
      'answer',
      's1',
    ]);
    await run(['search', 'q', '--url', url]);
    expect(requests.findLast((request) => request.method === 'POST')?.body).toEqual({ query: 'q' });
  });

  test.each([
    ['complete', 'completed', 0],
    ['exhausted', 'completed', 3],
    ['cancelled', 'cancelled', 3],
    ['failed', 'failed', 1],
  ])('status %s gives exit code', async (status, state, expected) => {
    handle = breakingSearch(finished(status, state));
    expect((await run(['search', 'q', '--url', url, '--json'])).code).toBe(expected);
  });

  test('refusals name the field and the way out', async () => {
    const problem = {
      detail: 'the request has invalid fields',
      errors: [{ path: 'max_iterations', message: 'too big' }],
    };
    handle = (_request, response) => response.writeHead(422).end(JSON.stringify(problem));
    const refused = await run(['search', 'q', '--url', url, '--max-iterations', '99']);
    expect(refused).toMatchObject({ code: 2 });
    expect(refused.err.join()).toContain('max_iterations: too big');
    handle = (_request, response) => response.writeHead(401).end('{"title":"Unauthorized"}');
    const locked = await run(['search', 'q', '--url', url]);
    expect(locked.code).toBe(1);
    expect(locked.err.join()).toContain('AGENTIC_SEARCH_API_KEY');
  });

  test('exit codes: wrong usage 2, not reachable 4, interrupted 130', async () => {
    expect((await run(['search'])).code).toBe(2);
    expect((await run(['search', 'q', '--max-iterations', 'many'])).code).toBe(2);
    expect((await run(['search', 'q', '--metadata', '{', '--url', url])).code).toBe(2);
    expect((await run(['search', 'q', '--url', 'nowhere'])).code).toBe(2);
    expect((await run(['batch', 'file'])).code).toBe(2);
    const closed = createServer().listen(0, '127.0.0.1');
    await new Promise((done) => closed.once('listening', done));
    const gone = `http://127.0.0.1:${(closed.address() as AddressInfo).port}`;
    await new Promise((done) => closed.close(done));
    expect((await run(['search', 'q', '--url', gone])).code).toBe(4);
    const interruption = new AbortController();
    handle = (request, response) => {
      if (request.method === 'POST') response.writeHead(202).end('{"id":"s1"}');
      else {
        response.writeHead(200, { 'content-type': 'text/event-stream' }).write(event('history', check, 0));
        setImmediate(() => interruption.abort('SIGINT'));
      }
    };
    expect((await run(['search', 'q', '--url', url], interruption)).code).toBe(130);
  });
});

describe('kb', () => {
  test('search prints passages, or the response as JSON', async () => {
    handle = (_request, response) =>
      response.end(
        JSON.stringify({ results: [passage], retrieval: 'lexical', latency_ms: 1.4, strategy: 'hybrid' }),
      );
    const { code, out } = await run([
      'kb',
      'search',
      'sockets',
      '--limit',
      '3',
      '--type',
      'text',
      '--url',
      url,
    ]);
    expect(code).toBe(0);
    expect(out.join('\n')).toContain('1. Pool  (0.90)\n   http://docs/x');
    expect(requests[0]).toMatchObject({
      path: '/v1/kb/search',
      body: { query: 'sockets', limit: 3, type: 'text' },
    });
    const asJson = await run(['kb', 'search', 'sockets', '--json', '--url', url]);
    expect(JSON.parse(asJson.out.join())).toMatchObject({ strategy: 'hybrid' });
    expect((await run(['kb', 'search', '--url', url])).code).toBe(2);
  });

  test('status and sources', async () => {
    handle = (request, response) =>
      response.end(
        JSON.stringify(
          request.path.startsWith('/v1/kb/status')
            ? {
                namespace: 'team',
                counts: { chunks: 5, pages: 2, sources: 1 },
                embedder: null,
                vector_store: { kind: 'sqlite', collection: 'knowledge_v1', dimensions: null },
                retrieval: 'lexical',
                reranking: false,
              }
            : {
                items: [{ source_id: 'docs', pages: 2, chunks: 5, last_crawled_at: null }],
                next_cursor: request.path.includes('cursor=two') ? null : 'two',
              },
        ),
      );
    const status = await run(['kb', 'status', '--namespace', 'team', '--url', url]);
    expect(status.out.join('\n')).toContain('2 pages, 5 passages, 1 sources');
    expect(requests[0]?.path).toBe('/v1/kb/status?namespace=team');
    const sources = await run(['kb', 'sources', '--url', url]);
    expect(sources.out).toHaveLength(2);
    expect(sources.out[0]).toContain('docs  2 pages, 5 passages');
  });
});

test('hash-key gives an entry that the configuration takes', async () => {
  const { parseConfig } = await import('@agentic-search/shared/config');
  const { out } = await run(['hash-key', 'abc', '--name', 'ci', '--role', 'admin', '--namespace', '*']);
  expect(out).toEqual(['ci:admin:*:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad']);
  expect(parseConfig({ API_KEYS: out[0] }).server.apiKeys).toHaveLength(1);
  expect((await run(['hash-key', 'abc', '--name', 'a:b'])).code).toBe(2);
  // None of these could be sent as a bearer token.
  for (const key of ['', 'a b', ' a', 'schlüssel', 'a'.repeat(1_025)])
    expect((await run(['hash-key', key])).code, key).toBe(2);
});

test('help names every command and the exit codes', async () => {
  const { code, out } = await run(['--help']);
  expect(code).toBe(0);
  for (const word of ['up', 'search', 'kb', 'doctor', 'hash-key', 'Exit codes'])
    expect(out.join()).toContain(word);
});
