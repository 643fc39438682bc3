import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/**
 * Gives a mark of when process `pid` started, so that a reused pid is told from the process that had it before;
 * null when there is no such process (zombies count as gone) or the machine does not tell.
 */
export async function processStartMark(pid: number): Promise<string | null> {
  if (process.platform === 'linux') {
    try {
      const line = await readFile(`/proc/${pid}/stat`, 'utf8');
      // The command name in brackets may itself hold spaces and brackets.
      const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
      return fields[0] === 'Z' || fields[0] === 'X' ? null : (fields[19] ?? null);
    } catch {
      return null;
    }
  }
  try {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'lstart=', '-p', String(pid)]);
    return stdout.trim() || null;
  } catch {
    return null;
  }
}

/** Whether the process that had `pid` and `startMark` still runs. */
export async function isRunning(pid: number, startMark: string | null): Promise<boolean> {
  const now = await processStartMark(pid);
  return now !== null && (startMark === null || now === startMark);
}
