import { InvalidInputError } from '../../errors/app-error.js';
import { type Exchange, exchange } from '../http/exchange.js';
import { joinPath, parseServiceAddress } from '../http/service-address.js';

/** Base URL of OpenAI itself, used where none is configured. */
export const openaiBaseUrl = 'https://api.openai.com/v1';

/** How to reach a server that speaks OpenAI's HTTP protocol. */
export interface ApiOptions {
  /** Null for servers that ask for none: no Authorization header is sent then. */
  apiKey: string | null;
  /** Up to and with the version, e.g. `http://127.0.0.1:8080/v1`; null for OpenAI itself. */
  baseUrl: string | null;
  /** Limit of one request, in ms, > 0. */
  timeoutMs: number;
}

/** Sends single requests below one base URL. */
export interface ApiConnection {
  post(path: string, body: unknown, signal: AbortSignal): Promise<Exchange>;
  get(path: string, signal: AbortSignal): Promise<Exchange>;
}

const maxReplyBytes = 64 * 1024 * 1024;

/**
 * Gives the connection for an OpenAI-compatible server; nothing is sent yet. Its calls throw what `exchange` throws.
 * Throws InvalidInputError (`invalid_service_url`, `invalid_api_key`) for options that cannot be used.
 */
export function openApiConnection(options: ApiOptions): ApiConnection {
  const address = parseServiceAddress(options.baseUrl ?? openaiBaseUrl, 'base_url');
  const headers: Record<string, string> = { accept: 'application/json' };
  if (options.apiKey !== null) headers.authorization = `Bearer ${checkedKey(options.apiKey)}`;
  const limits = { timeoutMs: options.timeoutMs, maxBytes: maxReplyBytes };
  return {
    post: (path, body, signal) =>
      exchange({ method: 'POST', url: joinPath(address, path), headers, body, signal, ...limits }),
    get: (path, signal) =>
      exchange({ method: 'GET', url: joinPath(address, path), headers, signal, ...limits }),
  };
}

function checkedKey(apiKey: string): string {
  if (/^[\x21-\x7e]+$/.test(apiKey)) return apiKey;
  const message = 'must be visible ASCII characters without spaces';
  throw new InvalidInputError('invalid_api_key', `the API key ${message}`, [{ path: 'api_key', message }]);
}
