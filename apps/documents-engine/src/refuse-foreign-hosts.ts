import type { MiddlewareHandler } from 'hono';

const local = /^(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/i;

/** Lets only requests pass that name this machine: a foreign Host is a rebound name (421). */
export const refuseForeignHosts: MiddlewareHandler = async (context, next) => {
  if (!local.test(context.req.header('host') ?? '')) return context.text('this host is not served here', 421);
  return next();
};
