import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname } from 'node:path';

/** Gives a loopback TCP port that was free a moment ago. */
export function freePort(): Promise<number> {
  return tryPort(0).then((port) => port ?? freePort());
}

/**
 * Gives the port remembered in `file` when it is free on 127.0.0.1, else a free one, and remembers that.
 * `moved` says that there was another one before: addresses changed.
 */
export async function claimPort(file: string): Promise<{ port: number; moved: boolean }> {
  const before = Number(await readFile(file, 'utf8').catch(() => ''));
  if (Number.isInteger(before) && before > 0 && before < 65_536 && (await tryPort(before)) !== null) {
    return { port: before, moved: false };
  }
  const port = await freePort();
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${port}\n`);
  return { port, moved: before > 0 };
}

function tryPort(port: number): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(null));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      const address = server.address();
      server.close(() => resolve(address !== null && typeof address === 'object' ? address.port : null));
    });
  });
}
