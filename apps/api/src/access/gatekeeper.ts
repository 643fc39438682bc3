import { localCaller } from '@agentic-search/shared/access';
import type { Config } from '@agentic-search/shared/config';
import { PermanentError, RetryableError } from '@agentic-search/shared/errors';
import { getCookie } from 'hono/cookie';
import type { Redis } from 'ioredis';
import type { ApiContext } from '../parts.js';
import { addressOf } from './address-of.js';
import { createKeyRing, type KeyRing, type KnownKey } from './key-ring.js';
import { isOwnOrigin } from './origin-policy.js';
import { type Allowance, RateLimiter } from './rate-limiter.js';
import { SESSION_COOKIE, Sessions } from './sessions.js';

/** Wrong keys an address may show in a minute before it is told to wait. */
const WRONG_KEYS_PER_MINUTE = 30;
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Says who comes in, and how often. */
export class Gatekeeper {
  readonly keys: KeyRing;
  readonly sessions: Sessions;
  private readonly limiter: RateLimiter;
  private readonly requestsPerMinute: number;

  constructor(parts: { config: Config; redis: Redis; prefix: string }) {
    this.keys = createKeyRing(parts.config);
    this.sessions = new Sessions(parts.redis, parts.prefix, this.keys);
    this.limiter = new RateLimiter(parts.redis, parts.prefix);
    this.requestsPerMinute = parts.config.server.rateLimitRequestsPerMinute;
  }

  /** False on loopback without keys: everyone is admin. */
  get accessControl(): boolean {
    return !this.keys.isEmpty;
  }

  /** Finds out who sent a request and notes it on `c`. A wrong key throws; no key at all is for the route to judge. */
  async identify(c: ApiContext): Promise<void> {
    c.set('caller', null);
    if (!this.accessControl) {
      c.set('caller', localCaller);
      return;
    }
    const authorization = c.req.header('authorization');
    if (authorization !== undefined) {
      const bearer = /^Bearer +([^\s]{1,1024}) *$/i.exec(authorization)?.[1];
      const known = await this.verify(c, bearer ?? '');
      c.set('caller', known.caller);
      return;
    }
    const cookie = getCookie(c, SESSION_COOKIE);
    const known = cookie === undefined ? null : await this.sessions.find(cookie);
    if (!known) return;
    c.set('caller', known.caller);
    this.assertOwnPage(c);
  }

  /** The holder of a key that was shown; a wrong one throws `unauthorized`, many of them `too_many_attempts`. */
  async verify(c: ApiContext, presented: string): Promise<KnownKey> {
    const known = this.keys.find(presented);
    if (known) return known;
    const allowance = await this.limiter.take(`wrong:${addressOf(c)}`, WRONG_KEYS_PER_MINUTE);
    if (allowance.allowed) throw new PermanentError('unauthorized', 'the key is not known');
    throw new RetryableError('too_many_attempts', 'too many wrong keys from this address', {
      retryAfterMs: allowance.resetMs,
    });
  }

  /** Counts a request against its key, else its address. Throws `rate_limited`. */
  async limit(c: ApiContext): Promise<void> {
    if (!this.accessControl || this.requestsPerMinute === 0) return;
    const caller = c.get('caller');
    const name = caller ? `key:${caller.name}` : `address:${addressOf(c)}`;
    const allowance = await this.limiter.take(name, this.requestsPerMinute);
    setHeaders(c, allowance);
    if (allowance.allowed) return;
    throw new RetryableError('rate_limited', `more than ${allowance.limit} requests a minute`, {
      retryAfterMs: allowance.resetMs,
    });
  }

  /** A browser sends its cookie along with any page's request: what changes something must come from our own pages. */
  assertOwnPage(c: ApiContext): void {
    if (safeMethods.has(c.req.method)) return;
    const origin = c.req.header('origin');
    const site = c.req.header('sec-fetch-site');
    // The browser's own word comes first: behind a proxy the Host may be another.
    const own =
      site === undefined
        ? origin !== undefined && isOwnOrigin(origin, c.req.header('host'))
        : site === 'same-origin';
    if (!own)
      throw new PermanentError('forbidden_origin', 'a signed-in browser may only do this from our own pages');
  }
}

function setHeaders(c: ApiContext, allowance: Allowance): void {
  c.header('RateLimit-Policy', `${allowance.limit};w=60`);
  c.header('RateLimit-Limit', String(allowance.limit));
  c.header('RateLimit-Remaining', String(allowance.remaining));
  c.header('RateLimit-Reset', String(Math.ceil(allowance.resetMs / 1_000)));
}
