/**
 * Errors are named by the reaction they call for. Every one carries a stable string `code`
 * (listed in docs/errors.md) and a `detail` that is safe to show a user: no key, no stack, no address
 * of an internal service.
 */
export abstract class AppError extends Error {
  /** Stable, snake_case; part of the contract. */
  readonly code: string;
  readonly detail: string;

  constructor(code: string, detail: string, options?: { cause?: unknown }) {
    super(`${code}: ${detail}`, options);
    this.name = new.target.name;
    this.code = code;
    this.detail = detail;
  }
}

/** Try again with backoff; not before `retryAfterMs` when the other side said so. */
export class RetryableError extends AppError {
  readonly retryAfterMs: number | null;

  constructor(code: string, detail: string, options?: { cause?: unknown; retryAfterMs?: number | null }) {
    super(code, detail, options);
    this.retryAfterMs = options?.retryAfterMs ?? null;
  }
}

/** Trying again cannot help: same input, same failure. */
export class PermanentError extends AppError {}

/** A service this process leans on (Redis, vector store) is away; answered with 503. */
export class DependencyUnavailableError extends RetryableError {}

/** Somebody asked for the work to end: cancel, deadline, shutdown. Never retried, never evidence. */
export class AbortedError extends AppError {}

/** Another worker took this work over, or it was finished elsewhere: write nothing, say nothing, stop. */
export class StaleWorkerError extends AppError {}

/** One field that was refused, and the rule it broke. `path` is dotted, `''` for the whole input. */
export interface FieldFault {
  path: string;
  message: string;
}

/** Input from outside broke a rule; names every field that did. */
export class InvalidInputError extends AppError {
  readonly errors: FieldFault[];

  constructor(code: string, detail: string, errors: FieldFault[]) {
    super(code, detail);
    this.errors = errors;
  }
}
