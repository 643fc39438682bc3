import type { AddressInfo } from 'node:net';
import { InvalidInputError } from '@agentic-search/shared/errors';
import { serve } from '@hono/node-server';
import type { Hono } from 'hono';
import type { ApiEnv } from './parts.js';

/** A server that listens. */
export interface ApiServer {
  port: number;
  /** Takes no new connections, lets running requests end for `graceMs`, then cuts what is left. */
  close(graceMs: number): Promise<void>;
}

/** Listens; throws InvalidInputError when the address cannot be had. */
export async function startServer(
  app: Hono<ApiEnv>,
  address: { host: string; port: number },
): Promise<ApiServer> {
  const hostname = address.host.replace(/^\[(.*)\]$/, '$1');
  const server = await new Promise<ReturnType<typeof serve>>((resolve, reject) => {
    const starting = serve({ fetch: app.fetch, hostname, port: address.port }, () => resolve(starting));
    starting.once('error', (error: NodeJS.ErrnoException) => {
      const reason =
        error.code === 'EADDRINUSE' ? 'is in use; choose another PORT' : `cannot be had (${error.code})`;
      const message = `${address.host}:${address.port} ${reason}`;
      reject(new InvalidInputError('invalid_configuration', message, [{ path: 'PORT', message: reason }]));
    });
  });
  const { port } = server.address() as AddressInfo;
  return {
    port,
    async close(graceMs) {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      if ('closeIdleConnections' in server) server.closeIdleConnections();
      const timer = setTimeout(
        () => 'closeAllConnections' in server && server.closeAllConnections(),
        graceMs,
      );
      await closed;
      clearTimeout(timer);
    },
  };
}
