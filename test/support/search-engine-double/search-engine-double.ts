import { type DoubleAnswer, startHttpDouble } from '../http-double.js';
import { type LoggedRequest, RequestLog } from '../request-log.js';

/** A page the double can find. */
export interface DoublePage {
  url: string;
  title: string;
  text: string;
  publishedAt?: string;
}

export interface SearchDoubleRequest extends LoggedRequest {
  query: string;
  format: string | null;
}

/** What is wrong with the server; `none` is nothing. */
export type SearchFault =
  | 'none'
  | 'json_not_enabled'
  | 'rate_limited'
  | 'html'
  | 'captcha'
  | 'server_error'
  | 'broken_json'
  | 'no_results_key'
  | 'unresponsive'
  | 'unresponsive_unsaid'
  | 'some_unresponsive'
  | 'hang'
  | 'stall'
  | 'disconnect';

export interface SearchEngineDouble {
  /** To be used as SEARXNG_URL. */
  url: string;
  requests: readonly SearchDoubleRequest[];
  /** Pages to be found by the words of the query, from now on. */
  setPages(pages: readonly DoublePage[]): void;
  /** Raw entries of `results` for one query, instead of a search; null takes them back. */
  setHits(query: string, results: readonly unknown[] | null): void;
  fail(fault: SearchFault): void;
  hold(matches?: (request: SearchDoubleRequest) => boolean): void;
  release(): void;
  releaseWaiting(): void;
  waitForRequest(
    matches?: (request: SearchDoubleRequest) => boolean,
    timeoutMs?: number,
  ): Promise<SearchDoubleRequest>;
  close(): Promise<void>;
}

/** Starts a server that speaks SearXNG's JSON, in the shape of searx 1.1 or (by default) of current SearXNG. */
export async function startSearchEngineDouble(
  options: { pages?: readonly DoublePage[]; shape?: 'searxng' | 'searx' } = {},
): Promise<SearchEngineDouble> {
  const log = new RequestLog<SearchDoubleRequest>();
  const fixed = new Map<string, readonly unknown[]>();
  const shape = options.shape ?? 'searxng';
  let pages = options.pages ?? [];
  let fault: SearchFault = 'none';

  const server = await startHttpDouble(async ({ url, gone }) => {
    if (url.pathname === '/healthz') return { kind: 'answer', status: 200, body: 'OK' };
    if (url.pathname !== '/search') return { kind: 'answer', status: 404, body: '<h1>Not Found</h1>' };
    const query = url.searchParams.get('q') ?? '';
    const format = url.searchParams.get('format');
    const request: SearchDoubleRequest = { id: log.requests.length + 1, state: 'in_flight', query, format };
    await log.enter(request, gone);
    const results = fixed.get(query) ?? findPages(query, pages);
    const given = format === 'json' ? answerOf(fault, query, results, shape) : html;
    if (request.state === 'in_flight' && given.kind === 'answer') request.state = 'answered';
    return given;
  });

  return {
    url: server.url,
    requests: log.requests,
    setPages: (given) => {
      pages = given;
    },
    setHits: (query, results) => void (results ? fixed.set(query, results) : fixed.delete(query)),
    fail: (given) => {
      fault = given;
    },
    hold: (matches) => log.gate.hold(matches),
    release: () => log.gate.release(),
    releaseWaiting: () => log.gate.releaseWaiting(),
    waitForRequest: (matches, timeoutMs) => log.waitFor(matches, timeoutMs),
    close: async () => {
      log.gate.release();
      await server.close();
    },
  };
}

const html: DoubleAnswer = { kind: 'answer', status: 200, body: '<!doctype html><title>SearXNG</title>' };

function answerOf(
  fault: SearchFault,
  query: string,
  results: readonly unknown[],
  shape: string,
): DoubleAnswer {
  const json = (found: readonly unknown[], unresponsive: string[][]): DoubleAnswer => ({
    kind: 'answer',
    status: 200,
    body: {
      query,
      ...(shape === 'searx' ? { number_of_results: 0 } : {}),
      results: found,
      answers: [],
      corrections: [],
      infoboxes: [],
      suggestions: [],
      unresponsive_engines: unresponsive,
    },
  });
  switch (fault) {
    case 'none':
      return query === '' ? { kind: 'answer', status: 400, body: { error: 'No query' } } : json(results, []);
    case 'json_not_enabled':
      return { kind: 'answer', status: 403, body: '<!doctype html><title>403 Forbidden</title>' };
    case 'rate_limited':
      return { kind: 'answer', status: 429, headers: { 'retry-after': '7' }, body: 'Too Many Requests' };
    case 'html':
      return html;
    case 'captcha':
      return { kind: 'answer', status: 200, body: '<!doctype html><title>Just a moment</title> CAPTCHA' };
    case 'server_error':
      return { kind: 'answer', status: 503, body: 'Service Unavailable' };
    case 'broken_json':
      return {
        kind: 'answer',
        status: 200,
        body: '{"query": "po',
        headers: { 'content-type': 'application/json' },
      };
    case 'no_results_key':
      return { kind: 'answer', status: 200, body: { error: 'search error' } };
    case 'unresponsive':
      return json([], [['brave', shape === 'searx' ? 'too many requests' : 'Suspended: too many requests']]);
    case 'unresponsive_unsaid':
      return json([], []);
    case 'some_unresponsive':
      return json(results, [['brave', 'timeout']]);
    case 'hang':
    case 'stall':
    case 'disconnect':
      return { kind: fault };
  }
}

/** Pages by how many different words of the query they hold, title words counting double; none without a match. */
function findPages(query: string, pages: readonly DoublePage[]): unknown[] {
  const asked = wordsOf(query);
  const scored = pages.map((page) => {
    const title = wordsOf(page.title);
    const text = wordsOf(page.text);
    const score = [...asked].reduce(
      (sum, word) => sum + (title.has(word) ? 2 : 0) + (text.has(word) ? 1 : 0),
      0,
    );
    return { page, score };
  });
  return scored
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .map(({ page, score }, index) => ({
      url: page.url,
      title: page.title,
      content: page.text.slice(0, 300),
      engine: 'double',
      engines: ['double'],
      positions: [index + 1],
      score,
      category: 'general',
      publishedDate: page.publishedAt ?? null,
    }));
}

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? []);
}
