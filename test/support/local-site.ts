import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type SiteRoute, siteRoutes } from './site-routes.js';

/** One request as the site saw it. */
export interface SiteRequest {
  path: string;
  at: number;
  headers: IncomingMessage['headers'];
}

/** A real HTTP site on loopback with one route per oddity; see site-routes.ts for the list. */
export interface LocalSite {
  /** `http://127.0.0.1:port`. */
  origin: string;
  /** `127.0.0.1:port`, as the allow-list wants it. */
  host: string;
  url(path: string): string;
  /** Adds or replaces a route for this site only. */
  route(path: string, route: SiteRoute): void;
  /** Every request so far, or those to one path (with query). */
  requests(path?: string): SiteRequest[];
  close(): Promise<void>;
}

const fixtures = new URL('../fixtures/site/', import.meta.url);

/** Starts the site on a free port; `robots` is its robots.txt (none: 404). */
export async function startLocalSite(options: { robots?: string } = {}): Promise<LocalSite> {
  const routes = new Map<string, SiteRoute>(Object.entries(siteRoutes));
  const seen: SiteRequest[] = [];
  const { robots } = options;
  if (robots !== undefined) {
    routes.set('/robots.txt', ({ response }) =>
      response.writeHead(200, { 'content-type': 'text/plain' }).end(robots),
    );
  }

  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    seen.push({ path, at: Date.now(), headers: request.headers });
    answer(request, response, routes.get(path.split('?', 1)[0] ?? path)).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const origin = `http://${host}`;

  return {
    origin,
    host,
    url: (path) => `${origin}${path}`,
    route: (path, route) => void routes.set(path, route),
    requests: (path) => (path === undefined ? [...seen] : seen.filter((request) => request.path === path)),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  route: SiteRoute | undefined,
): Promise<void> {
  if (!route) {
    response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not found</h1>');
    return;
  }
  await route({ request, response, file: (name) => readFile(new URL(name, fixtures)) });
}
