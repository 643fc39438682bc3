import { errors } from 'undici';
import type { FetchFailure, FetchFailureCode } from '../fetcher.js';
import { RefusedTargetError, ResolveError } from './pinned-connector.js';
import { retryAfterMs } from './retry-after.js';
import { BodyEncodingError, BodyTooLargeError } from './unpack-body.js';

/** Makes a typed failure; what is not given is null. */
export function failure(
  code: FetchFailureCode,
  detail: string,
  url: string,
  more: { status?: number | null; retryAfterMs?: number | null } = {},
): FetchFailure {
  return {
    kind: 'failure',
    code,
    detail,
    url,
    status: more.status ?? null,
    retryAfterMs: more.retryAfterMs ?? null,
  };
}

/** Takes what a request or its body threw; gives the typed failure. Details name kinds of fault, never addresses. */
export function failureOfError(error: unknown, url: string): FetchFailure {
  if (error instanceof RefusedTargetError) return failure(error.refusal.code, error.refusal.detail, url);
  if (error instanceof ResolveError) return failure('dns_failed', error.message, url);
  if (error instanceof BodyTooLargeError) return failure('too_large', error.message, url);
  if (error instanceof BodyEncodingError) return failure('bad_encoding', error.message, url);
  if (
    error instanceof errors.HeadersTimeoutError ||
    error instanceof errors.BodyTimeoutError ||
    error instanceof errors.ConnectTimeoutError
  ) {
    return failure('timeout', 'the server did not answer in time', url);
  }
  const code = codeOf(error);
  if (code === 'ETIMEDOUT') return failure('timeout', 'the server did not answer in time', url);
  if (
    /^(?:ERR_TLS|ERR_SSL|EPROTO|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH|ERR_OSSL)/.test(code)
  ) {
    return failure('tls_failed', `the TLS connection failed (${code})`, url);
  }
  return failure('connection_failed', `the connection failed${code === '' ? '' : ` (${code})`}`, url);
}

/** Takes an HTTP status that is neither success, redirect nor 304, and the response headers; gives the typed failure. */
export function failureOfStatus(
  status: number,
  headers: Record<string, string>,
  url: string,
  now: number,
): FetchFailure {
  const more = { status, retryAfterMs: retryAfterMs(headers['retry-after'], now) };
  if (isChallenge(headers)) return failure('bot_challenge', `HTTP ${status} with a bot challenge`, url, more);
  if (status === 429) return failure('rate_limited', 'HTTP 429', url, more);
  if (status === 401 || status === 407) return failure('login_required', `HTTP ${status}`, url, more);
  if (status >= 500) return failure('http_server_error', `HTTP ${status}`, url, more);
  return failure('http_client_error', `HTTP ${status}`, url, more);
}

/** Headers by which bot protections announce a challenge themselves. */
function isChallenge(headers: Record<string, string>): boolean {
  return (
    headers['cf-mitigated'] === 'challenge' ||
    headers['x-vercel-mitigated'] === 'challenge' ||
    /^(?:challenge|captcha)$/.test(headers['x-amzn-waf-action'] ?? '')
  );
}

function codeOf(error: unknown): string {
  for (
    let cause: unknown = error, depth = 0;
    cause instanceof Error && depth < 4;
    cause = cause.cause, depth += 1
  ) {
    const code: unknown = Reflect.get(cause, 'code');
    if (typeof code === 'string' && !code.startsWith('UND_ERR_INFO')) return code;
  }
  return '';
}
