import type { Redis } from 'ioredis';
import { endingsChannel } from './publish-activity.js';

type Handler = () => unknown;

/**
 * Tells who waits for it that a record has ended, over one subscription for all of them: most work only wants to know
 * that, and a subscription of its own would cost each job two commands. A message can be lost while Redis is away, and one
 * can come late, when the record was taken up again: who acts on it looks at the record first.
 */
export class Endings {
  private readonly handlers = new Map<string, Set<Handler>>();
  private standing: Promise<unknown> | null = null;

  constructor(
    private readonly redis: Redis,
    private readonly prefix: string,
  ) {
    const own = endingsChannel(prefix);
    redis.on('message', (channel: string, id: string) => {
      if (channel === own) this.deliver(id);
    });
    // The connection subscribes again by itself; who listens from now on waits until it has.
    redis.on('close', () => {
      this.standing = null;
    });
  }

  /**
   * Calls `handler` when the record ends; resolves once the subscription stands. Call the result to stop listening.
   * Throws what Redis throws when the subscription fails.
   */
  async listen(id: string, handler: Handler): Promise<() => void> {
    const handlers = this.handlers.get(id) ?? new Set();
    this.handlers.set(id, handlers.add(handler));
    const stop = () => {
      handlers.delete(handler);
      if (handlers.size === 0 && this.handlers.get(id) === handlers) this.handlers.delete(id);
    };
    const standing = this.standing ?? this.redis.subscribe(endingsChannel(this.prefix));
    this.standing = standing;
    try {
      await standing;
    } catch (error) {
      stop();
      if (this.standing === standing) this.standing = null;
      throw error;
    }
    return stop;
  }

  private deliver(id: string): void {
    for (const handler of [...(this.handlers.get(id) ?? [])]) handler();
  }
}
