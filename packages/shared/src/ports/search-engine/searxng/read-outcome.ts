import type { Exchange, ExchangeError } from '../../http/exchange.js';
import type { SearchOutcome } from '../search-engine.js';
import { readSearxngAnswer } from './read-answer.js';

type Unavailable = Extract<SearchOutcome, { kind: 'unavailable' }>;

const challengeWords = /captcha|anubis|cloudflare|just a moment|not a robot|are you human|access denied/i;

/** Sorts an answer into results or the way in which the engine is unavailable. Gives at most `limit` hits. */
export function readOutcome(engine: string, answer: Exchange, limit: number): SearchOutcome {
  const down = (code: Unavailable['code'], detail: string): Unavailable => unavailable(engine, code, detail);
  const { status } = answer;
  const html = answer.json === undefined;
  if (status === 429) return down('engine_rate_limited', 'HTTP 429: too many requests');
  if (status === 403 && html)
    return down('engine_blocked', 'HTTP 403: JSON output is not enabled, or access is refused');
  if (status === 401 || status === 403) return down('engine_blocked', `HTTP ${status}: access is refused`);
  if (status === 408 || status === 504) return down('engine_timeout', `HTTP ${status}`);
  if (status === 502 || status === 503) return down('engine_unreachable', `HTTP ${status}`);
  if (status < 200 || status > 299) return down('engine_bad_reply', `HTTP ${status}`);
  if (html && challengeWords.test(answer.text.slice(0, 20_000))) {
    return down('engine_blocked', 'a page that wants to see a human instead of JSON');
  }
  if (html) return down('engine_bad_reply', 'something other than JSON (HTML, or a broken answer)');
  const read = readSearxngAnswer(answer.json);
  if (!read) return down('engine_bad_reply', 'JSON without a list of results');
  const { hits, unresponsive } = read;
  if (hits.length === 0 && unresponsive.length > 0) {
    const detail = unresponsive.map(({ name, reason }) => `${name}: ${reason}`).join('; ');
    return { ...down('engines_unresponsive', detail.slice(0, 500)), unresponsive };
  }
  return { kind: 'results', engine, hits: hits.slice(0, limit), unresponsive };
}

/** Gives the outcome of a request that got no answer. */
export function exchangeOutcome(engine: string, error: ExchangeError): SearchOutcome {
  if (error.fault === 'timeout') return unavailable(engine, 'engine_timeout', error.detail);
  if (error.fault === 'too_large') return unavailable(engine, 'engine_bad_reply', error.detail);
  return unavailable(engine, 'engine_unreachable', error.detail);
}

function unavailable(engine: string, code: Unavailable['code'], detail: string): Unavailable {
  return { kind: 'unavailable', engine, code, detail, unresponsive: [] };
}
