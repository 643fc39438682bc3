import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request as a double sees it. */
export interface DoubleRequest {
  method: string;
  url: URL;
  headers: IncomingMessage['headers'];
  text: string;
  /** Fires when the client goes away before it was answered (its process was killed, its time was up). */
  gone: AbortSignal;
}

/** What a double does with a request. `stall` sends the headers and half a body, then nothing. */
export type DoubleAnswer =
  | { kind: 'answer'; status: number; headers?: Record<string, string>; body: unknown }
  | { kind: 'hang' }
  | { kind: 'stall' }
  | { kind: 'disconnect' };

export interface HttpDouble {
  /** Root, without a slash at the end. */
  url: string;
  /** Ends every connection, also those that hang. */
  close(): Promise<void>;
}

/** Serves `respond` on a free port of 127.0.0.1. An error it throws is answered by 599, which no test expects. */
export async function startHttpDouble(
  respond: (request: DoubleRequest) => Promise<DoubleAnswer>,
): Promise<HttpDouble> {
  const server = createServer((incoming, response) => {
    handle(incoming, response, respond).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(599);
      response.end(String(error));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

async function handle(
  incoming: IncomingMessage,
  response: ServerResponse,
  respond: (request: DoubleRequest) => Promise<DoubleAnswer>,
): Promise<void> {
  const gone = new AbortController();
  response.on('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  const parts: Buffer[] = [];
  for await (const part of incoming as AsyncIterable<Buffer>) parts.push(part);
  const answer = await respond({
    method: incoming.method ?? 'GET',
    url: new URL(incoming.url ?? '/', 'http://127.0.0.1'),
    headers: incoming.headers,
    text: Buffer.concat(parts).toString('utf8'),
    gone: gone.signal,
  });
  if (answer.kind === 'hang' || response.destroyed) return;
  if (answer.kind === 'disconnect') return void response.destroy();
  if (answer.kind === 'stall') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
    return void response.write('{"half":');
  }
  const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body);
  const contentType = typeof answer.body === 'string' ? 'text/html; charset=utf-8' : 'application/json';
  response.writeHead(answer.status, { 'content-type': contentType, ...answer.headers });
  response.end(text);
}
