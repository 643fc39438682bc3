import { InvalidInputError } from '../../errors/app-error.js';

/**
 * Reads the configured address of a service, to be joined with `joinPath`. Takes an http(s) URL, with or without a
 * path, a query and a slash at the end. Throws InvalidInputError (`invalid_service_url`) that names `field`.
 */
export function parseServiceAddress(value: string, field: string): URL {
  const url = URL.canParse(value.trim()) ? new URL(value.trim()) : null;
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    throw refused(field, 'must be an http(s) URL');
  if (url.username || url.password) throw refused(field, 'must not carry a user name or password');
  url.hash = '';
  return url;
}

/** Gives the address with `path` (no leading slash) behind its own path; the address's query is kept. */
export function joinPath(address: URL, path: string): URL {
  const url = new URL(address);
  url.pathname = `${address.pathname.replace(/\/+$/, '')}/${path}`;
  return url;
}

function refused(field: string, message: string): InvalidInputError {
  return new InvalidInputError('invalid_service_url', `${field} ${message}`, [{ path: field, message }]);
}
