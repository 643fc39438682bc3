import type { Terminal } from '../commands/terminal.js';
import { runProgram } from '../program.js';

/** What a command line did. */
export interface Ran {
  code: number;
  out: string[];
  err: string[];
}

/** Runs a command line in this process and records what it wrote. */
export async function runCommand(args: string[], interruption = new AbortController()): Promise<Ran> {
  const out: string[] = [];
  const err: string[] = [];
  const terminal: Terminal = {
    out: (line) => out.push(line),
    err: (line) => err.push(line),
    isInteractive: false,
    interrupted: interruption.signal,
  };
  const code = await runProgram(args, terminal);
  process.exitCode = undefined;
  return { code, out, err };
}
