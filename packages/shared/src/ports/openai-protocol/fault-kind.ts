import type { ServerFault } from './server-fault.js';

/** What a fault calls for; each adapter names its own error for it. */
export type FaultKind =
  | 'unauthorized'
  | 'rate_limited'
  | 'timeout'
  | 'context_too_long'
  | 'not_found'
  | 'bad_request'
  | 'unavailable';

const contextCodes = new Set([
  'context_length_exceeded',
  'exceed_context_size_error',
  'string_above_max_length',
]);
const contextWords =
  /maximum context length|exceeds? the (available |maximum )?context|context (length|size|window) (of|is|exceed)|prompt is too long|input is too (long|large)|too large to process|too many tokens/i;
const clientTypes = /invalid_request|validation|bad_request/;
const clientWords = /validation errors?\b|\bparse error at line/i;

/**
 * Sorts a fault by the reaction it calls for. A client mistake answered by 500 (seen on real servers) is a
 * `bad_request`: asking again cannot help. An account without credit is `unauthorized` for the same reason.
 */
export function faultKind(fault: ServerFault): FaultKind {
  const { status, code, type, message } = fault;
  if (status === 401 || status === 402 || status === 403) return 'unauthorized';
  if (status === 429)
    return code === 'insufficient_quota' || type === 'insufficient_quota' ? 'unauthorized' : 'rate_limited';
  if (status === 413 || contextCodes.has(code) || contextCodes.has(type) || contextWords.test(message)) {
    return 'context_too_long';
  }
  if (status === 408 || status === 504 || status === 524) return 'timeout';
  if (status === 404 || code === 'model_not_found') return 'not_found';
  if (status === 409 || status === 425) return 'unavailable';
  if (status < 500) return 'bad_request';
  const clientMistake = status === 500 && (clientTypes.test(type) || clientWords.test(message));
  return clientMistake || status === 501 ? 'bad_request' : 'unavailable';
}

/** Says what was seen in words safe to show: the status and, when it is a plain word, the server's code or type. */
export function faultDetail(server: string, fault: ServerFault): string {
  const word = [fault.code, fault.type].find((value) => /^[a-z][a-z_ .-]{1,59}$/.test(value));
  return `${server} answered HTTP ${fault.status}${word ? ` (${word})` : ''}`;
}
