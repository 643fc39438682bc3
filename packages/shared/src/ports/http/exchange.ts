import { request } from 'undici';
import { AbortedError } from '../../errors/app-error.js';
import { limitSignal } from '../../time-limits/limit-signal.js';
import { parseRetryAfter } from './retry-after.js';

/** One HTTP request to a service this process was configured with (not to a page of the web). */
export interface ExchangeRequest {
  method: 'GET' | 'POST';
  url: URL;
  headers: Record<string, string>;
  /** Sent as JSON when given. */
  body?: unknown;
  /** From the first byte out to the last byte in, in ms. */
  timeoutMs: number;
  /** Largest reply that is read, in bytes. */
  maxBytes: number;
  signal: AbortSignal;
}

/** What the service answered, whatever the status. `json` is undefined where the text is no JSON. */
export interface Exchange {
  status: number;
  /** Lower-case names; repeated headers joined by a comma. */
  headers: Record<string, string>;
  text: string;
  json: unknown;
  retryAfterMs: number | null;
}

/** No answer came of a request. `detail` names no address. */
export class ExchangeError extends Error {
  readonly fault: 'timeout' | 'unreachable' | 'too_large';
  readonly detail: string;

  constructor(fault: ExchangeError['fault'], detail: string, options?: { cause?: unknown }) {
    super(`${fault}: ${detail}`, options);
    this.name = 'ExchangeError';
    this.fault = fault;
    this.detail = detail;
  }
}

/**
 * Sends one request and reads the whole answer; follows no redirect and tries nothing twice. Throws ExchangeError
 * when no answer came in time or at all, AbortedError when the caller's signal fires.
 */
export async function exchange(options: ExchangeRequest): Promise<Exchange> {
  if (options.signal.aborted) throw aborted();
  const limit = limitSignal(options.signal, options.timeoutMs);
  try {
    return await send(options, limit.signal);
  } catch (error) {
    if (options.signal.aborted) throw aborted();
    if (limit.timedOut()) throw new ExchangeError('timeout', `no answer within ${options.timeoutMs} ms`);
    if (error instanceof ExchangeError) throw error;
    throw new ExchangeError('unreachable', `no answer (${faultCode(error)})`, { cause: error });
  } finally {
    limit.release();
  }
}

async function send(options: ExchangeRequest, signal: AbortSignal): Promise<Exchange> {
  const body = options.body === undefined ? null : JSON.stringify(options.body);
  const answer = await request(options.url, {
    method: options.method,
    headers: body === null ? options.headers : { 'content-type': 'application/json', ...options.headers },
    body,
    signal,
    // undici's own limits (300 s) would cut a slow local model short; the timer above is the one limit.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of answer.body as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > options.maxBytes) throw new ExchangeError('too_large', `more than ${options.maxBytes} bytes`);
    parts.push(part);
  }
  const headers = flatten(answer.headers);
  const text = Buffer.concat(parts).toString('utf8');
  return {
    status: answer.statusCode,
    headers,
    text,
    json: parseJson(text),
    retryAfterMs: parseRetryAfter(headers, Date.now()),
  };
}

function flatten(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) flat[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value;
  }
  return flat;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function faultCode(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^[A-Z0-9_]{2,40}$/.test(code) ? code : 'connection failed';
}

function aborted(): AbortedError {
  return new AbortedError('aborted', 'the work was asked to end');
}
