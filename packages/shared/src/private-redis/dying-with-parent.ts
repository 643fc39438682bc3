import { findExecutable } from './find-executable.js';

/** A command line that ends with the process that spawned it, even when that one dies by SIGKILL. */
export interface GuardedCommand {
  command: string;
  args: string[];
  /** Whether the child must get a pipe as stdin that the parent keeps open: its closing is the end sign. */
  needsStdinPipe: boolean;
  /** Whether the first line on stdout is the pid of the real process (else the spawned pid is it). */
  printsPid: boolean;
}

// Waits for the command and for the end of stdin, whichever comes first; the latter kills the command.
const watchdog = `
exec 3<&0
"$@" 3<&- </dev/null &
child=$!
(cat <&3 >/dev/null; kill -KILL "$child" 2>/dev/null) >/dev/null 2>&1 &
watcher=$!
exec 3<&-
echo "$child"
wait "$child"
code=$?
kill "$watcher" 2>/dev/null
exit "$code"
`;

/**
 * Wraps a command so that it cannot outlive its parent: the kernel's parent-death signal where `setpriv` is on
 * `searchPath` (Linux), a shell that watches stdin elsewhere. The spawning thread must live as long as the parent.
 */
export async function dyingWithParent(
  command: string,
  args: readonly string[],
  { searchPath, platform = process.platform }: { searchPath: string; platform?: NodeJS.Platform },
): Promise<GuardedCommand> {
  const setpriv = platform === 'linux' ? await findExecutable(['setpriv'], { searchPath }) : null;
  if (setpriv !== null) {
    return {
      command: setpriv,
      args: ['--pdeathsig', 'KILL', '--', command, ...args],
      needsStdinPipe: false,
      printsPid: false,
    };
  }
  return {
    command: '/bin/sh',
    args: ['-c', watchdog, 'watchdog', command, ...args],
    needsStdinPipe: true,
    printsPid: true,
  };
}
