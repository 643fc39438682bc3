/** What the process says with its exit code. */
export const exitCode = {
  done: 0,
  failed: 1,
  wrongUsage: 2,
  /** A search that finished with another status than complete. */
  notComplete: 3,
  notReachable: 4,
  interrupted: 130,
} as const;

/** Ends a command with a message for standard error and an exit code. */
export class CommandError extends Error {
  constructor(
    message: string,
    readonly code: number,
    options?: { cause?: unknown },
  ) {
    super(message, options);
    this.name = 'CommandError';
  }
}
