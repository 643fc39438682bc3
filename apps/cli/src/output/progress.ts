import type { Terminal } from '../commands/terminal.js';

/** A spinner on a watched terminal, silence elsewhere. */
export interface Progress {
  status(text: string): void;
  /** Runs `write` with the spinner out of the way. */
  line(write: () => void): void;
  end(): void;
}

/** Starts a spinner where a person watches; `quiet` is for output that a program reads. */
export async function createProgress(terminal: Terminal, options: { quiet: boolean }): Promise<Progress> {
  if (options.quiet || !terminal.isInteractive) {
    return { status: () => undefined, line: (write) => write(), end: () => undefined };
  }
  const { default: ora } = await import('ora');
  // Ctrl-C is ours to handle.
  const spinner = ora({ text: 'asking', discardStdin: false, stream: process.stderr }).start();
  return {
    status(text) {
      spinner.text = text;
    },
    line(write) {
      spinner.clear();
      write();
      spinner.render();
    },
    end: () => void spinner.stop(),
  };
}
