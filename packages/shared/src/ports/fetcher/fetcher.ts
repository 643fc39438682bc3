/** What the server said of a representation, to be sent back on a conditional request. */
export interface Validators {
  etag: string | null;
  lastModified: string | null;
}

/** Why a fetch gave no page. Each is a typed outcome of the outside world, never content; docs/errors.md lists them. */
export type FetchFailureCode =
  | 'invalid_url'
  | 'refused_address'
  | 'refused_port'
  | 'robots_disallowed'
  | 'robots_unreachable'
  | 'dns_failed'
  | 'connection_failed'
  | 'tls_failed'
  | 'timeout'
  | 'too_many_redirects'
  | 'too_large'
  | 'bad_encoding'
  | 'unsupported_type'
  | 'http_client_error'
  | 'http_server_error'
  | 'rate_limited'
  | 'empty'
  | 'needs_browser'
  | 'login_required'
  | 'consent_wall'
  | 'bot_challenge'
  | 'soft_not_found'
  | 'extraction_failed'
  | 'aborted';

/** Why there is no page, as a type that says what to do about it. */
export interface FetchFailure {
  kind: 'failure';
  code: FetchFailureCode;
  /** Safe to show: says what was seen, e.g. "HTTP 503". */
  detail: string;
  /** Final or last URL that was tried. */
  url: string;
  status: number | null;
  /** How long the server asked to be left alone (Retry-After), in ms. */
  retryAfterMs: number | null;
}

/** One fetched representation, decoded from its transfer coding and unpacked; `body` is at most the byte limit. */
export interface FetchedPage {
  kind: 'page';
  requestedUrl: string;
  /** URL after all redirects. */
  finalUrl: string;
  /** Every URL on the way, the requested one first, the final one last. */
  hops: string[];
  status: number;
  contentType: string | null;
  headers: Record<string, string>;
  body: Uint8Array;
  validators: Validators;
  fetchedAt: string;
}

/** The page is the one whose validators were sent. */
export interface NotModified {
  kind: 'not_modified';
  requestedUrl: string;
  finalUrl: string;
  validators: Validators;
  checkedAt: string;
}

/** What came of a fetch. */
export type FetchOutcome = FetchedPage | NotModified | FetchFailure;

/**
 * Brings one URL over the network. The URL policy holds on every hop: the address is checked after DNS and pinned
 * for the connection. `fetch` never throws for what the other side did; on an abort it gives `aborted`.
 * `beforeHop` is asked before every request (the first and each redirect) and may refuse it: robots, pacing.
 */
export interface Fetcher {
  fetch(
    request: {
      url: string;
      validators?: Validators | null;
      beforeHop?: (url: URL) => Promise<FetchFailure | null>;
    },
    options: { signal: AbortSignal },
  ): Promise<FetchOutcome>;
  close(): Promise<void>;
}
