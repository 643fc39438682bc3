/** Wakes one waiter. Rung while nobody waits, it is remembered: the next wait ends at once. */
export class Bell {
  private rung = false;
  private wake: (() => void) | null = null;

  ring = (): void => {
    this.rung = true;
    this.wake?.();
  };

  /** Waits until it rings, `ms` have passed or the signal fires. */
  async wait(ms: number, signal: AbortSignal): Promise<void> {
    if (!this.rung && !signal.aborted) {
      await new Promise<void>((resolve) => {
        const done = () => {
          clearTimeout(timer);
          signal.removeEventListener('abort', done);
          this.wake = null;
          resolve();
        };
        const timer = setTimeout(done, ms);
        signal.addEventListener('abort', done, { once: true });
        this.wake = done;
      });
    }
    this.rung = false;
  }
}
