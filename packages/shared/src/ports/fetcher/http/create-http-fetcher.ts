import { Agent, buildConnector } from 'undici';
import type { Fetcher, FetchFailure, FetchOutcome, Validators } from '../fetcher.js';
import { failure, failureOfError } from './failure-of.js';
import { createPinnedConnector, type Dial, type HostResolver, systemResolver } from './pinned-connector.js';
import { requestHop } from './request-hop.js';
import { startTimeBudget, type TimeBudget } from './time-budget.js';
import { createUrlPolicy, type UrlPolicy } from './url-policy.js';

/** How the HTTP fetcher behaves. Times in ms, sizes in bytes. */
export interface HttpFetcherOptions {
  userAgent: string;
  /** Longest one fetch may spend on the network, redirects included. */
  timeoutMs: number;
  /** Longest wait for the headers of one response; by default 15 s, at most `timeoutMs`. */
  firstByteTimeoutMs?: number;
  /** Most bytes of a body, on the wire and again when unpacked. */
  maxBytes: number;
  /** What a larger body is: `too_large` (default), or cut to its start, as robots.txt is read. */
  overflow?: 'refuse' | 'cut';
  maxRedirects: number;
  /** Exceptions from the address and port rules: `host` or `host:port`. */
  allowPrivateHosts: readonly string[];
  /** Which representations are read; all others are `unsupported_type` before their body is read. Default: text. */
  accepts?: (contentType: string | null, url: URL) => boolean;
  /** Host name → addresses; by default the system's resolver. */
  resolver?: HostResolver;
  /** Makes the function that opens a connection to an address that passed; by default undici's own. */
  connectorFactory?: (options: { timeoutMs: number }) => Dial;
  /** Present time in ms since the epoch. */
  clock?: () => number;
}

/**
 * Gives a fetcher over HTTP/1.1 that follows redirects by hand: the URL policy and `beforeHop` are asked before every
 * request, and connections go only to addresses that were checked. Proxy settings of the environment are not used,
 * cookies are not kept. `close` ends open connections.
 */
export function createHttpFetcher(options: HttpFetcherOptions): Fetcher {
  const policy = createUrlPolicy({ allowPrivateHosts: options.allowPrivateHosts });
  const connectTimeout = Math.min(10_000, options.timeoutMs);
  const dial = (options.connectorFactory ?? defaultDial)({ timeoutMs: connectTimeout });
  const agent = new Agent({
    connect: createPinnedConnector({ policy, resolver: options.resolver ?? systemResolver, dial }),
    connections: 8,
    pipelining: 1,
    keepAliveTimeout: 4_000,
    maxHeaderSize: 65_536,
  });

  return {
    async fetch(request, { signal }) {
      const budget = startTimeBudget(signal, options.timeoutMs);
      try {
        return await followHops(request, { ...options, agent, policy, budget, outer: signal });
      } finally {
        budget.stop();
      }
    },
    close: () => agent.destroy(),
  };
}

interface HopParts extends HttpFetcherOptions {
  agent: Agent;
  policy: UrlPolicy;
  budget: TimeBudget;
  outer: AbortSignal;
}

async function followHops(request: Parameters<Fetcher['fetch']>[0], parts: HopParts): Promise<FetchOutcome> {
  if (!URL.canParse(request.url)) return failure('invalid_url', 'not a URL', request.url);
  const hops: string[] = [];
  let url = new URL(request.url);
  url.hash = '';
  for (;;) {
    const refused = await refusalOf(url, request.beforeHop, parts);
    if (refused) return refused;
    hops.push(url.href);
    const step = await oneHop(url, request.validators ?? null, hops, parts);
    if (step.kind !== 'redirect')
      return { ...step, ...(step.kind === 'failure' ? {} : { requestedUrl: request.url }) };
    if (hops.length > parts.maxRedirects || hops.includes(step.target.href)) {
      return failure('too_many_redirects', `${hops.length} redirects led nowhere`, url.href);
    }
    url = step.target;
  }
}

async function refusalOf(
  url: URL,
  beforeHop: Parameters<Fetcher['fetch']>[0]['beforeHop'],
  parts: HopParts,
): Promise<FetchFailure | null> {
  const refusal = parts.policy.checkUrl(url);
  if (refusal) return failure(refusal.code, refusal.detail, url.href);
  if (beforeHop) {
    const refused = await parts.budget.pausedDuring(() => beforeHop(new URL(url)));
    if (refused) return refused;
  }
  return parts.outer.aborted ? failure('aborted', 'the fetch was aborted', url.href) : null;
}

async function oneHop(url: URL, validators: Validators | null, hops: string[], parts: HopParts) {
  try {
    return await requestHop(url, validators, hops, {
      ...parts,
      clock: parts.clock ?? Date.now,
      firstByteTimeoutMs: Math.min(parts.firstByteTimeoutMs ?? 15_000, parts.timeoutMs),
      signal: parts.budget.signal,
    });
  } catch (error) {
    if (parts.outer.aborted) return failure('aborted', 'the fetch was aborted', url.href);
    if (parts.budget.timedOut())
      return failure('timeout', `no whole page within ${parts.timeoutMs} ms`, url.href);
    return failureOfError(error, url.href);
  }
}

function defaultDial({ timeoutMs }: { timeoutMs: number }): Dial {
  return buildConnector({ timeout: timeoutMs, allowH2: false });
}
