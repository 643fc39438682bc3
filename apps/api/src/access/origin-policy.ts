import { PermanentError } from '@agentic-search/shared/errors';
import type { MiddlewareHandler } from 'hono';
import type { ApiEnv } from '../parts.js';
import { hostOf, isLoopbackHost } from './loopback.js';

const exposed = [
  'Location',
  'Preference-Applied',
  'RateLimit-Limit',
  'RateLimit-Policy',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'Retry-After',
  'X-Request-Id',
].join(', ');
const accepted = ['Authorization', 'Content-Type', 'Idempotency-Key', 'Last-Event-ID', 'Prefer'].join(', ');

/** True when a request's Origin is that of the server it was sent to. */
export function isOwnOrigin(origin: string, host: string | undefined): boolean {
  if (host === undefined || !/^https?:\/\//i.test(origin) || !URL.canParse(origin)) return false;
  const { protocol, host: own } = new URL(origin);
  // The default port is written by some and left out by others.
  return URL.canParse(`${protocol}//${host}`) && own === new URL(`${protocol}//${host}`).host;
}

/**
 * Which Host and Origin may come in. Without access control only loopback names: a foreign page whose name was
 * rebound to this machine sends its own name, and a page of another program on this machine its own port. CORS answers go to CORS_ORIGINS only, and never with credentials.
 */
export function originPolicy(options: {
  accessControl: boolean;
  corsOrigins: readonly string[];
}): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const host = c.req.header('host') ?? new URL(c.req.url).host;
    const origin = c.req.header('origin');
    const allowed = origin !== undefined && options.corsOrigins.includes(origin);
    if (!options.accessControl) {
      const name = hostOf(host);
      if (name === null || !isLoopbackHost(name))
        throw new PermanentError(
          'forbidden_host',
          'without access control only loopback host names are served',
        );
      if (origin !== undefined && !allowed && !isOwnOrigin(origin, host))
        throw new PermanentError('forbidden_origin', 'this origin is not in CORS_ORIGINS');
    }
    if (options.corsOrigins.length > 0) c.header('Vary', 'Origin', { append: true });
    if (allowed) {
      c.header('Access-Control-Allow-Origin', origin);
      c.header('Access-Control-Expose-Headers', exposed);
    }
    if (c.req.method === 'OPTIONS' && allowed && c.req.header('access-control-request-method')) {
      c.header('Access-Control-Allow-Methods', 'GET, POST, DELETE');
      c.header('Access-Control-Allow-Headers', accepted);
      c.header('Access-Control-Max-Age', '600');
      return c.body(null, 204);
    }
    return next();
  };
}
