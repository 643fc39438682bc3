import { type AppError, PermanentError, RetryableError } from '../../../errors/app-error.js';
import type { ExchangeError } from '../../http/exchange.js';
import { faultDetail, faultKind } from '../../openai-protocol/fault-kind.js';
import type { ServerFault } from '../../openai-protocol/server-fault.js';

const server = 'the language model server';

/** Gives the error a caller of the Llm port sees for a fault; the server's own words go into `cause`. */
export function llmFaultError(fault: ServerFault): AppError {
  const detail = faultDetail(server, fault);
  const options = { cause: new Error(fault.message), retryAfterMs: fault.retryAfterMs };
  const kind = faultKind(fault);
  switch (kind) {
    case 'unauthorized':
      return new PermanentError('llm_unauthorized', detail, options);
    case 'context_too_long':
      return new PermanentError('llm_context_too_long', detail, options);
    case 'bad_request':
    case 'not_found':
      return new PermanentError('llm_bad_request', detail, options);
    case 'rate_limited':
      return new RetryableError('llm_rate_limited', detail, options);
    case 'timeout':
      return new RetryableError('llm_timeout', detail, options);
    case 'unavailable':
      return new RetryableError('llm_unavailable', detail, options);
  }
}

/** Gives the error for a request that got no answer at all. */
export function llmExchangeError(error: ExchangeError): RetryableError {
  const code = error.fault === 'timeout' ? 'llm_timeout' : 'llm_unavailable';
  return new RetryableError(code, `${server}: ${error.detail}`, { cause: error });
}

/** Gives the error that asks for the same call again, at once, in the reduced form. */
export function llmFeatureRefused(feature: string, fault: ServerFault): RetryableError {
  const detail = `${server} does not take ${feature}; it is left out from now on`;
  return new RetryableError('llm_feature_refused', detail, {
    cause: new Error(fault.message),
    retryAfterMs: 0,
  });
}

/** Gives the error for an answer without words in it. */
export function llmEmptyReply(why: string): RetryableError {
  return new RetryableError('llm_empty_reply', `${server} gave no text: ${why}`);
}
