import {
  AbortedError,
  type AppError,
  type FieldFault,
  InvalidInputError,
  RetryableError,
  StaleWorkerError,
  toAppError,
} from '@agentic-search/shared/errors';
import type { ApiContext } from './parts.js';

/** Every code the API answers with, its status and title; docs/errors.md tells them one by one. */
export const problemCodes = {
  malformed_json: [400, 'Malformed JSON'],
  unauthorized: [401, 'A key is needed'],
  forbidden_role: [403, 'Not allowed for this key'],
  forbidden_namespace: [403, 'Another namespace'],
  forbidden_host: [403, 'Foreign host'],
  forbidden_origin: [403, 'Foreign origin'],
  agentic_search_disabled: [403, 'Agentic search is switched off'],
  not_found: [404, 'Not found'],
  unknown_route: [404, 'Unknown route'],
  method_not_allowed: [405, 'Method not allowed'],
  already_finished: [409, 'The search has finished'],
  not_retryable: [409, 'The search cannot be retried'],
  idempotency_key_reused: [409, 'Idempotency-Key used with another body'],
  body_too_large: [413, 'Body too large'],
  unsupported_media_type: [415, 'Unsupported media type'],
  invalid_fields: [422, 'Invalid fields'],
  not_available: [422, 'Not available in this version'],
  price_unknown: [422, 'The model has no price'],
  rate_limited: [429, 'Too many requests'],
  too_many_attempts: [429, 'Too many wrong keys'],
  internal_error: [500, 'Internal error'],
  record_corrupt: [500, 'The record cannot be read'],
  redis_unavailable: [503, 'Redis is away'],
  vector_store_unavailable: [503, 'The vector store is away'],
  unavailable: [503, 'A service is away'],
} as const satisfies Record<string, readonly [number, string]>;

export type ProblemCode = keyof typeof problemCodes;

/** Seconds a client should wait when nobody knows how long a service will be away. */
const RETRY_AFTER_SECONDS = 2;

/** A request can be made of faults: enough are told to mend it. */
const FAULTS_SHOWN = 50;
const PATH_SHOWN = 200;
const shown = (fault: FieldFault): FieldFault => ({
  path: fault.path.slice(0, PATH_SHOWN).toWellFormed(),
  message: fault.message,
});

function isProblemCode(code: string): code is ProblemCode {
  return Object.hasOwn(problemCodes, code);
}

/** Errors after which the same request may well succeed. */
const passing = [RetryableError, AbortedError, StaleWorkerError];

/** The code an error is answered with. What is not listed is told by the reaction it calls for, without details. */
function codeOf(error: AppError): ProblemCode {
  if (isProblemCode(error.code)) return error.code;
  if (error instanceof InvalidInputError) return 'invalid_fields';
  if (passing.some((kind) => error instanceof kind)) return 'unavailable';
  return 'internal_error';
}

function detailOf(error: AppError, code: ProblemCode): string {
  if (code === error.code && code !== 'internal_error') return error.detail;
  if (code === 'invalid_fields') return error.detail;
  return code === 'unavailable' ? 'a service this needs is away; try again' : 'an unexpected error occurred';
}

/** Answers with `application/problem+json`; the one place where errors become HTTP. Headers set on `c` are kept. */
export function problem(c: ApiContext, thrown: unknown): Response {
  const error = toAppError(thrown);
  const code = codeOf(error);
  const [status, title] = problemCodes[code];
  if (status === 401) c.header('WWW-Authenticate', 'Bearer');
  if (status === 429 || status === 503) {
    const asked = error instanceof RetryableError ? error.retryAfterMs : null;
    c.header(
      'Retry-After',
      String(asked === null ? RETRY_AFTER_SECONDS : Math.max(1, Math.ceil(asked / 1_000))),
    );
  }
  const body = {
    type: `urn:agentic-search:error:${code}`,
    title,
    status,
    detail: detailOf(error, code),
    code,
    ...(error instanceof InvalidInputError ? { errors: error.errors.slice(0, FAULTS_SHOWN).map(shown) } : {}),
  };
  return c.body(JSON.stringify(body), status, { 'content-type': 'application/problem+json' });
}
