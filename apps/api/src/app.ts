import { randomUUID } from 'node:crypto';
import { AppError, PermanentError } from '@agentic-search/shared/errors';
import { Hono } from 'hono';
import { Gatekeeper } from './access/gatekeeper.js';
import { guard } from './access/guard.js';
import { originPolicy } from './access/origin-policy.js';
import { BULL_BOARD_PATH } from './ops/bull-board.js';
import type { ApiContext, ApiEnv, AppParts } from './parts.js';
import { problem } from './problem.js';
import { honoPath, matchesPath, type Route } from './route.js';
import { createRoutes } from './routes.js';

/** Paths that answer without asking who is there, so that they answer while Redis is away. */
const alwaysOpen = new Set(['/health', '/ready']);

/** The path without slashes at its end, where a page lies there that a browser was meant to see. */
function pageBefore(path: string, routes: readonly Route[]): string | null {
  const page = path.replace(/\/+$/, '');
  return page !== path && routes.some((route) => route.method === 'get' && route.path === page) ? page : null;
}

function notFound(c: ApiContext, routes: readonly Route[]): Response {
  const path = new URL(c.req.url).pathname;
  const page = c.req.method === 'GET' ? pageBefore(path, routes) : null;
  if (page !== null) return c.redirect(page, 308);
  const methods = routes
    .filter((route) => matchesPath(route, path))
    .map(({ method }) => method.toUpperCase());
  if (methods.length === 0)
    return problem(
      c,
      new PermanentError('unknown_route', 'there is nothing at this path; /docs shows what there is'),
    );
  c.header('Allow', [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', '));
  if (c.req.method === 'OPTIONS') return c.body(null, 204);
  return problem(c, new PermanentError('method_not_allowed', `allowed here: ${methods.join(', ')}`));
}

/** The HTTP application from its parts; does nothing until it is asked. */
export function createApp(parts: AppParts): Hono<ApiEnv> {
  const { logger, config } = parts;
  const gatekeeper = new Gatekeeper(parts);
  const routes = createRoutes(parts, gatekeeper);
  const app = new Hono<ApiEnv>();

  app.use(async (c, next) => {
    const started = parts.now();
    c.set('requestId', randomUUID());
    c.header('X-Request-Id', c.get('requestId'));
    c.header('X-Content-Type-Options', 'nosniff');
    c.header('Referrer-Policy', 'same-origin');
    if (c.req.path.startsWith('/v1/')) c.header('Cache-Control', 'no-store');
    await next();
    logger.debug(
      {
        request: c.get('requestId'),
        method: c.req.method,
        path: c.req.path,
        status: c.res.status,
        caller: c.get('caller')?.name,
        ms: parts.now() - started,
      },
      'request',
    );
  });
  app.use(originPolicy({ accessControl: gatekeeper.accessControl, corsOrigins: config.server.corsOrigins }));
  app.use(async (c, next) => {
    if (!alwaysOpen.has(c.req.path)) await gatekeeper.identify(c);
    await next();
  });
  for (const limited of ['/v1/*', '/api/*']) {
    app.use(limited, async (c, next) => {
      await gatekeeper.limit(c);
      await next();
    });
  }

  for (const { method, path, access, handler } of routes) {
    app.on(method.toUpperCase(), honoPath(path), guard(access, handler));
    // Bull Board asks for its own files and data below its page.
    if (path === BULL_BOARD_PATH) app.all(`${path}/:below{.+}`, guard(access, handler));
  }
  app.notFound((c) => notFound(c, routes));
  app.onError((error, c) => {
    const response = problem(c, error);
    const level =
      response.status < 500
        ? 'debug'
        : error instanceof AppError && response.status === 503
          ? 'warn'
          : 'error';
    logger[level]({ err: error, request: c.get('requestId'), path: c.req.path }, 'request failed');
    return response;
  });
  return app;
}
