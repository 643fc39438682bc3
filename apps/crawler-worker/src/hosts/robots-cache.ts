import type { Fetcher, FetchFailure, FetchOutcome } from '@agentic-search/shared/ports/fetcher';
import { guardRedis } from '@agentic-search/shared/redis';
import { pause } from '@agentic-search/shared/time-limits';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import type { FetchLeases } from './fetch-leases.js';
import { hostKeys } from './host-keys.js';
import { groupLines, productTokenOf, type RobotsRules, robotsRules } from './robots-rules.js';

/** Tells what a host's robots.txt says of a URL. */
export interface Robots {
  check(url: URL, signal: AbortSignal): Promise<RobotsVerdict>;
}

export type RobotsVerdict =
  | { allowed: true; crawlDelayMs: number }
  | { allowed: false; failure: FetchFailure };

const cachedSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('rules'), text: z.string() }),
  z.object({
    state: z.literal('closed'),
    code: z.enum(['robots_unreachable', 'dns_failed', 'refused_address', 'refused_port', 'invalid_url']),
    detail: z.string(),
  }),
]);
type CachedRobots = z.infer<typeof cachedSchema>;

const day = 24 * 3_600;
/** A host that cannot be asked is asked again soon. */
const closedSeconds = 60;

export interface RobotsCacheOptions {
  redis: Redis;
  prefix: string;
  /** Fetches robots.txt: any content type, cut at `maxRobotsBytes`. */
  fetcher: Fetcher;
  leases: FetchLeases;
  userAgent: string;
}

/**
 * Robots rules of all hosts, cached in Redis for at most a day, fetched once in the cluster. RFC 9309 2.3.1: a 4xx means
 * free access; a 5xx, a 429 or a host that cannot be reached means none. Throws DependencyUnavailableError.
 */
export function createRobotsCache(options: RobotsCacheOptions): Robots {
  const token = productTokenOf(options.userAgent);
  // Parsed rules of this process, so that a page costs no parse; small and short-lived.
  const parsed = new Map<string, { text: string; rules: RobotsRules }>();
  const rulesOf = (origin: string, text: string): RobotsRules => {
    const known = parsed.get(origin);
    if (known?.text === text) return known.rules;
    const rules = robotsRules(origin, text, token);
    if (parsed.size >= 500) parsed.clear();
    parsed.set(origin, { text, rules });
    return rules;
  };

  return {
    async check(url, signal) {
      const cached = await cachedRobots(url.origin, signal, options);
      const refuse = (code: FetchFailure['code'], detail: string): RobotsVerdict => ({
        allowed: false,
        failure: { kind: 'failure', code, detail, url: url.href, status: null, retryAfterMs: null },
      });
      if (cached === null) return refuse('aborted', 'the crawl was aborted');
      if (cached.state === 'closed') return refuse(cached.code, cached.detail);
      const rules = rulesOf(url.origin, cached.text);
      return rules.isAllowed(url)
        ? { allowed: true, crawlDelayMs: rules.crawlDelayMs }
        : refuse('robots_disallowed', 'robots.txt disallows this URL');
    },
  };
}

async function cachedRobots(
  origin: string,
  signal: AbortSignal,
  options: RobotsCacheOptions,
): Promise<CachedRobots | null> {
  const key = hostKeys(options.prefix).robots(origin);
  const url = `${origin}/robots.txt`;
  const owner = `robots-${crypto.randomUUID()}`;
  while (!signal.aborted) {
    const known = await readCache(key, options.redis);
    if (known) return known;
    const lease = await options.leases.acquire(url, owner);
    if (!lease) {
      // Somebody is fetching it: look again shortly.
      await pause(100, signal);
      continue;
    }
    try {
      // Whoever held the lease before may have stored it after the first look.
      const stored = await readCache(key, options.redis);
      if (stored) return stored;
      const fetched = verdictOf(await options.fetcher.fetch({ url }, { signal }));
      if (fetched) {
        const seconds = fetched.state === 'closed' ? closedSeconds : day;
        await guardRedis(() => options.redis.set(key, JSON.stringify(fetched), 'EX', seconds));
      }
      return fetched;
    } finally {
      await lease.release();
    }
  }
  return null;
}

async function readCache(key: string, redis: Redis): Promise<CachedRobots | null> {
  const json = await guardRedis(() => redis.get(key));
  if (json === null) return null;
  try {
    return cachedSchema.parse(JSON.parse(json));
  } catch {
    return null;
  }
}

/** What the outcome of asking for robots.txt means; null when the asking was aborted. */
function verdictOf(outcome: FetchOutcome): CachedRobots | null {
  if (outcome.kind === 'page')
    return { state: 'rules', text: groupLines(new TextDecoder().decode(outcome.body)) };
  if (outcome.kind === 'not_modified') return { state: 'rules', text: '' };
  const { code, status, detail } = outcome;
  if (code === 'aborted') return null;
  const unavailable = status !== null && status >= 400 && status < 500 && status !== 429;
  if (unavailable || code === 'empty' || code === 'too_many_redirects') return { state: 'rules', text: '' };
  if (
    code === 'dns_failed' ||
    code === 'refused_address' ||
    code === 'refused_port' ||
    code === 'invalid_url'
  ) {
    return { state: 'closed', code, detail };
  }
  return { state: 'closed', code: 'robots_unreachable', detail: `robots.txt could not be read: ${detail}` };
}
