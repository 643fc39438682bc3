import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Catalog } from './catalog.js';
import type { OpenApiCheck } from './openapi-check.js';
import { parseJson } from './parse-json.js';
import { parseRequest } from './parse-request.js';
import { malformed, Refusal } from './refusal.js';
import { Plain, ROUTES, type Route } from './routes.js';

const MAX_BODY_BYTES = 32 * 1024 * 1024;
/** What answers without a key. */
const OPEN_PATHS = new Set(['/', '/healthz', '/readyz']);

export interface QdrantDoubleOptions {
  /** When given, every request but the probes must bring it. */
  apiKey?: string;
  /** A second opinion on every body, after the double's own schemas. */
  openApi?: OpenApiCheck | null;
  /** The time in milliseconds, for the rate limit. */
  now?: () => number;
}

/** A vector store that speaks Qdrant 1.18's REST over HTTP on loopback and keeps everything in memory. */
export interface QdrantDouble {
  readonly url: string;
  /** What was asked, `METHOD /path` each, oldest first. */
  readonly requests: readonly string[];
  close(): Promise<void>;
}

/** Starts one on a free port of 127.0.0.1. */
export async function startQdrantDouble(options: QdrantDoubleOptions = {}): Promise<QdrantDouble> {
  const catalog = new Catalog();
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${new URL(request.url ?? '/', 'http://double').pathname}`);
    void handle(request, response, catalog, options);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  catalog: Catalog,
  options: QdrantDoubleOptions,
): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://double');
  const refused = OPEN_PATHS.has(pathname) ? null : keyFault(request, options.apiKey);
  if (refused) return void response.writeHead(401).end(refused);
  const body = await readBody(request);
  if (body === null) return void request.socket.destroy();
  const found = findRoute(request.method ?? '', pathname);
  if (!found) return void response.writeHead(404).end();
  const { route, path } = found;
  try {
    const answer = route.answer({
      catalog,
      path,
      query: searchParams,
      now: options.now ?? Date.now,
      body(schema, inside) {
        const value = parseJson(body.toString('utf8'));
        const parsed = parseRequest(schema, value, body.length, inside);
        const fault = options.openApi?.(route.method, route.path, value);
        if (fault) throw malformed(fault);
        return parsed;
      },
    });
    if (answer instanceof Plain) sendPlain(response, answer.body);
    else sendJson(response, 200, { result: answer, status: 'ok', time: 0.001 });
  } catch (thrown) {
    if (thrown instanceof Refusal) {
      sendJson(response, thrown.status, { status: { error: thrown.message }, time: 0.001 }, thrown.headers);
    } else {
      sendJson(response, 500, { status: { error: `Service internal error: ${thrown}` }, time: 0.001 });
    }
  }
}

function keyFault({ headers }: IncomingMessage, apiKey: string | undefined): string | null {
  if (apiKey === undefined) return null;
  const given = headers['api-key'] ?? headers.authorization?.replace(/^Bearer /, '');
  if (given === undefined) return 'Must provide an API key or an Authorization bearer token';
  return given === apiKey ? null : 'Invalid API key or JWT';
}

/** Gives the body, or null as soon as it is larger than the server takes. */
async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) return null;
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    size += part.length;
    if (size > MAX_BODY_BYTES) return null;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function findRoute(method: string, pathname: string): { route: Route; path: Record<string, string> } | null {
  const parts = pathname.split('/').map(decodeURIComponent);
  for (const route of ROUTES) {
    const wanted = route.path.split('/');
    if (route.method !== method || wanted.length !== parts.length) continue;
    const path: Record<string, string> = {};
    const fits = wanted.every((want, at) => {
      const part = parts[at] ?? '';
      if (!want.startsWith('{')) return want === part;
      path[want.slice(1, -1)] = part;
      return true;
    });
    if (fits) return { route, path };
  }
  return null;
}

function sendPlain(response: ServerResponse, body: unknown): void {
  if (typeof body === 'string') {
    response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' }).end(body);
  } else sendJson(response, 200, body);
}

function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { ...headers, 'content-type': 'application/json' }).end(JSON.stringify(body));
}
