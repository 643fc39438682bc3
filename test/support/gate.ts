/** Lets requests through, or holds those that match until they are released. */
export class Gate<Item> {
  #held: ((item: Item) => boolean) | null = null;
  #waiting = new Set<() => void>();

  /** From now on items that match (all, when left out) wait. */
  hold(matches: (item: Item) => boolean = () => true): void {
    this.#held = matches;
  }

  /** Lets the waiting ones go on, and all that come after. */
  release(): void {
    this.#held = null;
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
  }

  /** Lets the waiting ones go on and keeps holding what comes after. */
  releaseWaiting(): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const wake of waiting) wake();
  }

  /** How many wait at this moment. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** Resolves at once, or when the held item is released. */
  async pass(item: Item): Promise<void> {
    if (!this.#held?.(item)) return;
    await new Promise<void>((resolve) => this.#waiting.add(resolve));
  }
}

/** What has happened and who waits for it to happen. */
export class Arrivals<Item> {
  readonly #watchers = new Set<(item: Item) => void>();

  /** Says that something arrived. */
  announce(item: Item): void {
    for (const watcher of this.#watchers) watcher(item);
  }

  /**
   * Gives the first of `present` that matches, else the next one that arrives and does. Rejects after `timeoutMs`.
   */
  async next(matches: (item: Item) => boolean, present: Iterable<Item>, timeoutMs: number): Promise<Item> {
    for (const item of present) if (matches(item)) return item;
    return await new Promise<Item>((resolve, reject) => {
      const watcher = (item: Item): void => {
        if (!matches(item)) return;
        clearTimeout(timer);
        this.#watchers.delete(watcher);
        resolve(item);
      };
      const timer = setTimeout(() => {
        this.#watchers.delete(watcher);
        reject(new Error(`no matching request arrived within ${timeoutMs} ms`));
      }, timeoutMs);
      this.#watchers.add(watcher);
    });
  }
}
