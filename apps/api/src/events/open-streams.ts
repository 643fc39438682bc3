/** The event streams that are open now, so that a shutdown can end them. */
export class OpenStreams {
  private readonly controllers = new Set<AbortController>();
  private ended = false;

  /** A controller for one more stream; abort it, or call `release`, when the stream has ended. */
  open(): { controller: AbortController; release: () => void } {
    const controller = new AbortController();
    this.controllers.add(controller);
    const release = () => void this.controllers.delete(controller);
    controller.signal.addEventListener('abort', release, { once: true });
    if (this.ended) controller.abort();
    return { controller, release };
  }

  get size(): number {
    return this.controllers.size;
  }

  /** Ends all streams; later ones end at once. Their clients come back with Last-Event-ID. */
  endAll(): void {
    this.ended = true;
    for (const controller of [...this.controllers]) controller.abort();
  }
}
