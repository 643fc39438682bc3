import type { Logger } from 'pino';

/** Closes what was opened, newest first, once, within a deadline. */
export class Shutdown {
  private readonly steps: { name: string; close: () => Promise<unknown> | unknown }[] = [];
  private ending: Promise<void> | null = null;

  constructor(
    private readonly logger: Logger,
    private readonly timeoutMs: number,
  ) {}

  /** Registers something to close; later ones are closed first. */
  add(name: string, close: () => Promise<unknown> | unknown): void {
    this.steps.push({ name, close });
  }

  /** Closes everything; a step that fails is logged and the next one goes on. Rejects when the deadline passes. */
  run(): Promise<void> {
    this.ending ??= this.closeAll();
    return this.ending;
  }

  private async closeAll(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const deadline = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(
        () => reject(new Error(`shutdown took longer than ${this.timeoutMs} ms`)),
        this.timeoutMs,
      );
    });
    try {
      await Promise.race([deadline, this.closeInOrder()]);
    } finally {
      clearTimeout(timer);
    }
  }

  private async closeInOrder(): Promise<void> {
    for (const step of this.steps.toReversed()) {
      try {
        await step.close();
      } catch (error) {
        this.logger.warn({ err: error, step: step.name }, 'closing failed');
      }
    }
  }
}
