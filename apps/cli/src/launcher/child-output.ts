import { createWriteStream, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

const fileLimit = 10 * 1024 * 1024;
const warning = 40;

/** Where the lines of the children go: each process's own file, and what needs a person to `show`. */
export interface ChildOutput {
  take(name: string, stream: Readable): void;
  close(): Promise<void>;
}

/**
 * Writes children's lines to `folder`/NAME.log (one older file is kept past 10 MiB). Warnings and worse, and lines that
 * are no log records (a crash, a refused configuration), are also given to `show` with the process's name before them.
 */
export function createChildOutput(folder: string, show: (line: string) => void): ChildOutput {
  mkdirSync(folder, { recursive: true });
  const files = new Map<string, ReturnType<typeof createWriteStream>>();
  const fileOf = (name: string): ReturnType<typeof createWriteStream> => {
    const open = files.get(name);
    if (open !== undefined) return open;
    const path = join(folder, `${name}.log`);
    if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > fileLimit) renameSync(path, `${path}.1`);
    const made = createWriteStream(path, { flags: 'a' });
    // A full disk must not end the system.
    made.on('error', () => undefined);
    files.set(name, made);
    return made;
  };
  return {
    take(name, stream) {
      createInterface({ input: stream }).on('line', (line) => {
        fileOf(name).write(`${line}\n`);
        const text = worthShowing(line);
        if (text !== null) show(`${name} | ${text}`);
      });
    },
    async close() {
      await Promise.all(
        [...files.values()].map((file) => new Promise<void>((done) => file.end(() => done()))),
      );
    },
  };
}

function worthShowing(line: string): string | null {
  if (line.trim() === '') return null;
  try {
    const record = JSON.parse(line) as { level?: unknown; msg?: unknown; err?: { message?: unknown } };
    if (typeof record.level !== 'number') return line;
    if (record.level < warning) return null;
    const cause = typeof record.err?.message === 'string' ? `: ${record.err.message}` : '';
    return `${String(record.msg ?? '')}${cause}`;
  } catch {
    return line;
  }
}
