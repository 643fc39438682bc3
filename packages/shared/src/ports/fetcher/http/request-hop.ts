import type { Dispatcher } from 'undici';
import type { FetchedPage, FetchFailure, NotModified, Validators } from '../fetcher.js';
import { failure, failureOfStatus } from './failure-of.js';
import { isReadableType } from './media-type.js';
import { acceptedEncodings, BodyTooLargeError, unpackBody } from './unpack-body.js';

/** What one request needs; times in ms. */
export interface HopOptions {
  agent: Dispatcher;
  userAgent: string;
  maxBytes: number;
  overflow?: 'refuse' | 'cut';
  firstByteTimeoutMs: number;
  signal: AbortSignal;
  accepts?: (contentType: string | null, url: URL) => boolean;
  clock: () => number;
}

/** A response that only names another URL. */
export interface Redirect {
  kind: 'redirect';
  target: URL;
}

const accept =
  'text/html,application/xhtml+xml;q=0.9,text/markdown;q=0.9,text/plain;q=0.8,application/json;q=0.7,*/*;q=0.1';

/** Sends one GET and gives what it brought; throws what the connection or the body threw. */
export async function requestHop(
  url: URL,
  validators: Validators | null,
  hops: string[],
  options: HopOptions,
): Promise<FetchedPage | NotModified | FetchFailure | Redirect> {
  const response = await options.agent.request({
    origin: url.origin,
    path: `${url.pathname}${url.search}`,
    method: 'GET',
    headers: requestHeaders(validators, options.userAgent),
    signal: options.signal,
    headersTimeout: options.firstByteTimeoutMs,
    bodyTimeout: options.firstByteTimeoutMs,
  });
  let bodyRead = false;
  try {
    const headers = flatHeaders(response.headers);
    const status = response.statusCode;
    if (status === 304) return notModified(url, validators, headers, options.clock());
    if (status >= 300 && status < 400) return redirectOf(url, status, headers);
    if (status < 200 || status >= 400) return failureOfStatus(status, headers, url.href, options.clock());
    const contentType = headers['content-type'] ?? null;
    if (!(options.accepts ?? isReadableType)(contentType, url)) {
      return failure('unsupported_type', `content type ${contentType?.slice(0, 100)} is not read`, url.href, {
        status,
      });
    }
    if (options.overflow !== 'cut' && Number(headers['content-length'] ?? 0) > options.maxBytes) {
      throw new BodyTooLargeError('the body is larger than allowed');
    }
    bodyRead = true;
    const body = await unpackBody(response.body, {
      encoding: headers['content-encoding'] ?? null,
      maxBytes: options.maxBytes,
      overflow: options.overflow ?? 'refuse',
    });
    if (body.length === 0) return failure('empty', `HTTP ${status} without a body`, url.href, { status });
    return {
      kind: 'page',
      requestedUrl: hops[0] ?? url.href,
      finalUrl: url.href,
      hops: [...hops],
      status,
      contentType,
      headers,
      body,
      validators: { etag: headers.etag ?? null, lastModified: headers['last-modified'] ?? null },
      fetchedAt: new Date(options.clock()).toISOString(),
    };
  } finally {
    // An unread body would hold its connection for ever.
    if (!bodyRead) response.body.on('error', () => undefined).destroy();
  }
}

function requestHeaders(validators: Validators | null, userAgent: string): Record<string, string> {
  return {
    'user-agent': userAgent,
    accept,
    'accept-encoding': acceptedEncodings,
    ...(validators?.etag ? { 'if-none-match': validators.etag } : {}),
    ...(validators?.lastModified ? { 'if-modified-since': validators.lastModified } : {}),
  };
}

function notModified(
  url: URL,
  validators: Validators | null,
  headers: Record<string, string>,
  now: number,
): NotModified | FetchFailure {
  if (!validators?.etag && !validators?.lastModified) {
    return failure('http_client_error', 'HTTP 304 although nothing was asked for conditionally', url.href, {
      status: 304,
    });
  }
  return {
    kind: 'not_modified',
    requestedUrl: url.href,
    finalUrl: url.href,
    validators: {
      etag: headers.etag ?? validators.etag,
      lastModified: headers['last-modified'] ?? validators.lastModified,
    },
    checkedAt: new Date(now).toISOString(),
  };
}

function redirectOf(url: URL, status: number, headers: Record<string, string>): Redirect | FetchFailure {
  const location = headers.location;
  if (location === undefined || ![301, 302, 303, 307, 308].includes(status)) {
    return failure('http_client_error', `HTTP ${status} without a target`, url.href, { status });
  }
  if (!URL.canParse(location, url.href)) {
    return failure('invalid_url', 'the redirect target is not a URL', url.href, { status });
  }
  const target = new URL(location, url);
  target.hash = '';
  return { kind: 'redirect', target };
}

function flatHeaders(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value]],
    ),
  );
}
