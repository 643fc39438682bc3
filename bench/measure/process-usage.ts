import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Clock ticks a second in /proc; 100 on every usual Linux. */
const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** CPU time (user and system) that a process has used with all its threads, in ms; those that ended included. */
export function cpuMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The command in brackets may hold spaces; the fields behind it start with the state (field 3).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1_000) / ticksPerSecond;
}

/** Resident memory of a process in MiB, and how many threads it has. */
export function residentMemory(pid: number): { mib: number; threads: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const read = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? Number.NaN);
  return { mib: read('VmRSS') / 1_024, threads: read('Threads') };
}
