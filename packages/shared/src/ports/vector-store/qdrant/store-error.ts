import { z } from 'zod';
import {
  AbortedError,
  type AppError,
  DependencyUnavailableError,
  PermanentError,
} from '../../../errors/app-error.js';
import { parseRetryAfter } from '../../http/retry-after.js';
import type { ReplySeen } from './reply-watch.js';

const refusalSchema = z.object({ data: z.object({ status: z.object({ error: z.string() }) }) });
const systemFaultSchema = z.object({ cause: z.object({ code: z.string() }) });

/**
 * Gives the error to throw for a request that failed: by what the server answered when it did, else by what broke.
 * The client's own errors carry the address and the headers, so they are never passed on as a cause.
 */
export function storeError(thrown: unknown, seen: ReplySeen, now: () => number): AppError {
  const cause = new Error(safeReason(thrown, seen));
  const { status } = seen;
  if (status === null) return unavailable('the vector store does not answer', cause, null);
  if (status === 401 || status === 403) {
    return new PermanentError('vector_store_unauthorized', 'the vector store refuses the API key', { cause });
  }
  if (status === 429)
    return unavailable('the vector store asks for fewer requests', cause, waitAsked(seen, now));
  if (status === 404) {
    return new PermanentError(
      'vector_store_collection_missing',
      'the collection is not in the vector store',
      { cause },
    );
  }
  if (status >= 400 && status < 500 && status !== 408) {
    if (/dimension error/i.test(refusal(thrown))) {
      return new PermanentError('wrong_dimensions', 'the vector has not the length of the collection', {
        cause,
      });
    }
    return new PermanentError('vector_store_refused', 'the vector store refuses the request', { cause });
  }
  if (status >= 200 && status < 300) {
    return unavailable('the answer of the vector store cannot be read', cause, null);
  }
  return unavailable('the vector store fails', cause, waitAsked(seen, now));
}

/** The error of a call whose signal was aborted. */
export function abortedCall(): AbortedError {
  return new AbortedError('aborted', 'the call to the vector store was aborted');
}

/** The error of a call to a store that was closed. */
export function closedStore(): DependencyUnavailableError {
  return new DependencyUnavailableError('vector_store_unavailable', 'the vector store is closed');
}

function unavailable(detail: string, cause: Error, wait: number | null): DependencyUnavailableError {
  return new DependencyUnavailableError('vector_store_unavailable', detail, { cause, retryAfterMs: wait });
}

function waitAsked({ retryAfter }: ReplySeen, now: () => number): number | null {
  return retryAfter === null ? null : parseRetryAfter({ 'retry-after': retryAfter }, now());
}

function refusal(thrown: unknown): string {
  const parsed = refusalSchema.safeParse(thrown);
  return parsed.success ? parsed.data.data.status.error : '';
}

/** System codes and zod issues are safe to keep; messages of the transport name the host. */
function safeReason(thrown: unknown, seen: ReplySeen): string {
  if (seen.status !== null) {
    const issues =
      thrown instanceof z.ZodError
        ? ` ${thrown.issues[0]?.path.join('.')}: ${thrown.issues[0]?.message}`
        : '';
    return `HTTP ${seen.status}${issues}`;
  }
  const fault = systemFaultSchema.safeParse(thrown);
  return fault.success ? fault.data.cause.code : thrown instanceof Error ? thrown.name : 'no answer';
}
