import type { Access } from './access/guard.js';
import type { RouteDoc } from './openapi/describe.js';
import type { Handler } from './parts.js';

/** One line of the table of routes. */
export interface Route {
  method: 'get' | 'post' | 'delete';
  /** With `{name}` for parameters. */
  path: string;
  access: Access;
  doc: RouteDoc;
  handler: Handler;
}

/** One line of the table of routes. */
export function route(
  method: Route['method'],
  path: string,
  access: Access,
  doc: RouteDoc,
  handler: Handler,
): Route {
  return { method, path, access, doc, handler };
}

/** The path as Hono writes it. */
export function honoPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

/** Whether a request's path is one of the route's. */
export function matchesPath(route: Route, pathname: string): boolean {
  const pattern = route.path.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{\w+\}/g, '[^/]+');
  return new RegExp(`^${pattern}$`).test(pathname);
}
