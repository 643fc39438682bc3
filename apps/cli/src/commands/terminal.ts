/** Where a command writes; standard output is for what it is asked for, standard error for everything else. */
export interface Terminal {
  out(line: string): void;
  err(line: string): void;
  /** Whether a person watches standard error: a spinner makes sense. */
  isInteractive: boolean;
  /** Fires on Ctrl-C and SIGTERM; the reason is the signal's name. */
  interrupted: AbortSignal;
}

/** The process's own terminal. The first Ctrl-C asks for an orderly end, the second ends at once. */
export function createTerminal(): Terminal {
  const interruption = new AbortController();
  const interrupt = (name: NodeJS.Signals): void => {
    if (interruption.signal.aborted) process.exit(130);
    interruption.abort(name);
  };
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  // A reader that went away (`| head`) is no error.
  process.stdout.on('error', () => process.exit(0));
  return {
    out: (line) => void process.stdout.write(`${line}\n`),
    err: (line) => void process.stderr.write(`${line}\n`),
    isInteractive: process.stderr.isTTY === true,
    interrupted: interruption.signal,
  };
}
