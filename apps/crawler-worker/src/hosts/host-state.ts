import { type Fetcher, portOf } from '@agentic-search/shared/ports/fetcher';
import type { Redis } from 'ioredis';
import { createFetchLeases, type FetchLeases } from './fetch-leases.js';
import { createHostPacing, type HostPacing } from './host-pacing.js';
import { createRobotsCache, type Robots } from './robots-cache.js';

/** What all crawler workers share about hosts: robots rules, pace, and which URLs are in flight. */
export interface HostState {
  robots: Robots;
  pacing: HostPacing;
  leases: FetchLeases;
  /** Least time between two requests to a URL's host, in ms, given its Crawl-delay; 0 for hosts on the allow-list. */
  gapMs(url: URL, crawlDelayMs: number): number;
}

export interface HostStateOptions {
  redis: Redis;
  /** Key prefix with a hash tag, e.g. `{agentic-search}`. */
  prefix: string;
  userAgent: string;
  /** CRAWL_HOST_DELAY_MS. */
  hostDelayMs: number;
  /** Whether a host stands on the allow-list (UrlPolicy.allows). */
  isAllowListed(host: string, port: string): boolean;
  /** Fetches robots.txt: takes any content type and cuts at `maxRobotsBytes`. */
  robotsFetcher: Fetcher;
  /** How long a fetch lease lives without renewal, in ms. */
  leaseTtlMs: number;
}

/** Puts the host state together over one Redis connection; who passes it in closes it. */
export function createHostState(options: HostStateOptions): HostState {
  const { redis, prefix } = options;
  const leases = createFetchLeases({ redis, prefix, ttlMs: options.leaseTtlMs });
  return {
    leases,
    pacing: createHostPacing({ redis, prefix }),
    robots: createRobotsCache({
      redis,
      prefix,
      leases,
      fetcher: options.robotsFetcher,
      userAgent: options.userAgent,
    }),
    gapMs: (url, crawlDelayMs) =>
      options.isAllowListed(url.hostname, portOf(url)) ? 0 : Math.max(options.hostDelayMs, crawlDelayMs),
  };
}
