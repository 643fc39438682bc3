import { type AppError, PermanentError, RetryableError } from '../../../errors/app-error.js';
import type { ExchangeError } from '../../http/exchange.js';
import { faultDetail, faultKind } from '../../openai-protocol/fault-kind.js';
import type { ServerFault } from '../../openai-protocol/server-fault.js';

const server = 'the embedding server';

/**
 * Gives the error for a fault that concerns the whole call, or null when the texts themselves were refused
 * (a 400 or the like), which each text answers for on its own.
 */
export function embedderFaultError(fault: ServerFault): AppError | null {
  const detail = faultDetail(server, fault);
  const options = { cause: new Error(fault.message), retryAfterMs: fault.retryAfterMs };
  const kind = faultKind(fault);
  switch (kind) {
    case 'unauthorized':
      return new PermanentError('embedder_unauthorized', detail, options);
    case 'not_found':
      return new PermanentError('embedder_bad_reply', `${detail}: no such path or model`, options);
    case 'rate_limited':
      return new RetryableError('embedder_rate_limited', detail, options);
    case 'timeout':
      return new RetryableError('embedder_timeout', detail, options);
    case 'unavailable':
      return new RetryableError('embedder_unavailable', detail, options);
    case 'bad_request':
    case 'context_too_long':
      return fault.status < 400 ? new PermanentError('embedder_bad_reply', detail, options) : null;
  }
}

/** Gives the error for a request that got no answer at all. */
export function embedderExchangeError(error: ExchangeError): RetryableError {
  const code = error.fault === 'timeout' ? 'embedder_timeout' : 'embedder_unavailable';
  return new RetryableError(code, `${server}: ${error.detail}`, { cause: error });
}

/** Gives the error for a 200 that holds no embeddings in a form this adapter reads. */
export function embedderBadReply(why: string): PermanentError {
  return new PermanentError('embedder_bad_reply', `${server} ${why}`);
}
