import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import type { Server } from 'node:net';
import { dirname } from 'node:path';
import { z } from 'zod';

const portsSchema = z.record(z.string(), z.int().min(1).max(65_535));

/** Ports by name, kept in a file: a new port would be a new URL, source and citation. */
export interface RememberedPorts {
  /** Lets `server` listen on loopback, on the port `name` had before when nobody else took it. */
  listen(server: Server, name: string): Promise<{ port: number; movedFrom: number | null }>;
}

/** Opens the file of remembered ports; one that cannot be read counts as empty. */
export async function rememberPorts(file: string): Promise<RememberedPorts> {
  const ports = new Map(Object.entries(await readPorts(file)));
  return {
    async listen(server, name) {
      const before = ports.get(name) ?? null;
      const got = before === null ? null : await tryListen(server, before);
      const port = got ?? (await tryListen(server, 0));
      if (port === null) throw new Error('no free port on 127.0.0.1');
      ports.set(name, port);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(`${file}.new`, JSON.stringify(Object.fromEntries(ports), null, 2));
      await rename(`${file}.new`, file);
      return { port, movedFrom: before !== null && port !== before ? before : null };
    },
  };
}

async function readPorts(file: string): Promise<Record<string, number>> {
  try {
    return portsSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return {};
  }
}

function tryListen(server: Server, port: number): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const failed = (error: NodeJS.ErrnoException): void => {
      server.off('listening', listening);
      if (port !== 0 && (error.code === 'EADDRINUSE' || error.code === 'EACCES')) resolve(null);
      else reject(error);
    };
    const listening = (): void => {
      server.off('error', failed);
      const address = server.address();
      resolve(address !== null && typeof address === 'object' ? address.port : null);
    };
    server.once('error', failed);
    server.once('listening', listening);
    server.listen({ port, host: '127.0.0.1' });
  });
}
