import { createHash, randomUUID } from 'node:crypto';
import { access, constants, link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { PermanentError } from '../errors/app-error.js';
import { isRunning, processStartMark } from './process-identity.js';

const holderSchema = z.object({
  pid: z.int().positive(),
  start_mark: z.string().nullable(),
  what: z.string(),
  since: z.string(),
  url: z.string().nullable(),
});
type Holder = z.infer<typeof holderSchema>;

/** A data folder held by this process. */
export interface DataDirLock {
  /** Writes down the address of what runs here, for the message a second start gets and for clients. */
  announce(url: string): Promise<void>;
  /** Gives the folder back; harmless when it was given back before. */
  release(): Promise<void>;
}

/** How long another process's takeover is waited for before looking again. */
const CLAIM_WAIT_MS = 10;

const lockPath = (dataDir: string): string => join(dataDir, 'up.lock');

/**
 * Takes `dataDir` for this process (made when missing); `what` names the holder in messages.
 * A lock whose process is gone is taken over. Throws PermanentError `data_dir_in_use` when a live process holds it, and
 * `data_dir_unusable` when nothing can be written there.
 */
export async function lockDataDir(options: { dataDir: string; what: string }): Promise<DataDirLock> {
  await makeWritable(options.dataDir);
  const path = lockPath(options.dataDir);
  const mine: Holder = {
    pid: process.pid,
    start_mark: await processStartMark(process.pid),
    what: options.what,
    since: new Date().toISOString(),
    url: null,
  };
  while (!(await createWhole(path, mine))) {
    const found = await readFile(path, 'utf8').catch(() => null);
    if (found === null) continue;
    const holder = parseHolder(found);
    if (holder !== null && (await isRunning(holder.pid, holder.start_mark)))
      throw inUse(options.dataDir, holder);
    if (await takeOver(path, found, mine)) break;
  }
  let held = true;
  return {
    async announce(url) {
      mine.url = url;
      if (held) await replaceWhole(path, mine);
    },
    async release() {
      if (!held) return;
      held = false;
      await rm(path, { force: true });
    },
  };
}

/** Who holds `dataDir` now: pid, and the address when it was announced; null when nobody alive does. */
export async function readDataDirHolder(
  dataDir: string,
): Promise<{ pid: number; url: string | null } | null> {
  const text = await readFile(lockPath(dataDir), 'utf8').catch(() => null);
  const holder = text === null ? null : parseHolder(text);
  if (holder === null || !(await isRunning(holder.pid, holder.start_mark))) return null;
  return { pid: holder.pid, url: holder.url };
}

async function makeWritable(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true });
    await access(dataDir, constants.W_OK);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new PermanentError('data_dir_unusable', `${dataDir} cannot be used as DATA_DIR: ${why}`, { cause });
  }
}

/** Creates the file with its whole content or not at all: a reader never sees half a lock. */
async function createWhole(path: string, holder: Holder): Promise<boolean> {
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, JSON.stringify(holder));
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

async function replaceWhole(path: string, holder: Holder): Promise<void> {
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, JSON.stringify(holder));
  await rename(draft, path);
}

/**
 * Replaces a dead process's lock by ours. Only who holds the claim on exactly that lock may replace it, and it is
 * there until it is replaced, so there is one winner however many try. Gives whether it is ours now.
 */
async function takeOver(path: string, stale: string, mine: Holder): Promise<boolean> {
  const claims = `${path}.claim-${createHash('sha256').update(stale).digest('hex').slice(0, 16)}`;
  for (let turn = 0; ; turn += 1) {
    const claim = `${claims}-${turn}`;
    if (await createWhole(claim, mine)) {
      try {
        // Somebody may have taken over and finished since the lock was read.
        if ((await readFile(path, 'utf8').catch(() => null)) !== stale) return false;
        await replaceWhole(path, mine);
        return true;
      } finally {
        for (let used = 0; used <= turn; used += 1) await rm(`${claims}-${used}`, { force: true });
      }
    }
    const claimant = parseHolder(await readFile(claim, 'utf8').catch(() => ''));
    if (claimant === null || (await isRunning(claimant.pid, claimant.start_mark))) {
      await sleep(CLAIM_WAIT_MS);
      return false;
    }
  }
}

function parseHolder(text: string): Holder | null {
  try {
    return holderSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

function inUse(dataDir: string, holder: Holder): PermanentError {
  const at = holder.url === null ? '' : ` at ${holder.url}`;
  return new PermanentError(
    'data_dir_in_use',
    `${dataDir} is in use: "${holder.what}" (pid ${holder.pid}) runs${at} since ${holder.since}. ` +
      'Use that one, stop it first, or give another folder with --data-dir.',
  );
}
