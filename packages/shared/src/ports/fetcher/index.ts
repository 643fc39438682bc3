export { createFetcher, type FetcherOptions } from './create-fetcher.js';
export type {
  FetchedPage,
  Fetcher,
  FetchFailure,
  FetchFailureCode,
  FetchOutcome,
  NotModified,
  Validators,
} from './fetcher.js';
export type { HttpFetcherOptions } from './http/create-http-fetcher.js';
export { isGlobalAddress } from './http/global-address.js';
export { isReadableType, mediaTypeOf } from './http/media-type.js';
export type { Dial, HostResolver } from './http/pinned-connector.js';
export { createUrlPolicy, portOf, type UrlPolicy } from './http/url-policy.js';
