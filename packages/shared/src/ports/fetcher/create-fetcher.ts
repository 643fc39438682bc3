import type { Fetcher } from './fetcher.js';
import type { HttpFetcherOptions } from './http/create-http-fetcher.js';

/** What fetchers are made from: `http` holds the limits and the URL policy that every path obeys. */
export interface FetcherOptions {
  http: HttpFetcherOptions;
}

/** Chooses and makes the fetcher; the HTTP client is loaded here and not before. The caller closes it. */
export async function createFetcher(options: FetcherOptions): Promise<Fetcher> {
  const { createHttpFetcher } = await import('./http/create-http-fetcher.js');
  return createHttpFetcher(options.http);
}
