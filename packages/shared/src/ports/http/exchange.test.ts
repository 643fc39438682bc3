import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { exchange } from './exchange.js';

let server: Server | null = null;

async function serve(listener: RequestListener): Promise<URL> {
  const started = createServer(listener);
  server = started;
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  return new URL(`http://127.0.0.1:${(started.address() as AddressInfo).port}/`);
}

const limits = { timeoutMs: 3_000, maxBytes: 1_000, signal: new AbortController().signal };

describe('exchange', () => {
  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
    server = null;
  });

  it('sends JSON and gives status, headers, text and JSON back', async () => {
    const url = await serve((request, response) => {
      response.writeHead(418, { 'X-Echo': request.headers['content-type'] ?? '', 'retry-after': '2' });
      request.pipe(response);
    });
    const answer = await exchange({ method: 'POST', url, headers: {}, body: { a: 'ü' }, ...limits });
    expect(answer).toMatchObject({ status: 418, json: { a: 'ü' }, text: '{"a":"ü"}', retryAfterMs: 2_000 });
    expect(answer.headers['x-echo']).toBe('application/json');
  });

  it('gives undefined for what is no JSON, and follows no redirect', async () => {
    const url = await serve((_, response) =>
      response.writeHead(302, { location: '/elsewhere' }).end('<html>'),
    );
    const answer = await exchange({ method: 'GET', url, headers: {}, ...limits });
    expect(answer).toMatchObject({ status: 302, json: undefined, text: '<html>' });
  });

  it('stops reading past the byte limit', async () => {
    const url = await serve((_, response) => response.end('x'.repeat(2_000)));
    await expect(exchange({ method: 'GET', url, headers: {}, ...limits })).rejects.toMatchObject({
      fault: 'too_large',
    });
  });

  it('names the fault, never the address', async () => {
    const url = await serve(() => undefined);
    server?.close();
    const error = await exchange({ method: 'GET', url, headers: {}, ...limits }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({ fault: 'unreachable', detail: 'no answer (ECONNREFUSED)' });
  });

  it('leaves no listener behind on a signal that lives on', async () => {
    const url = await serve((_, response) => response.end('{}'));
    let listeners = 0;
    const { signal } = new AbortController();
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...given: Parameters<typeof add>) => {
      listeners += 1;
      add(...given);
    };
    signal.removeEventListener = (...given: Parameters<typeof remove>) => {
      listeners -= 1;
      remove(...given);
    };
    await exchange({ method: 'GET', url, headers: {}, ...limits, signal });
    expect(listeners).toBe(0);
  });
});
