import type { Redis } from 'ioredis';
import { recordEndSchema } from './activity.js';
import { endingsChannel } from './publish-activity.js';

type Handler = (state: string) => void;

/**
 * Tells who waits for it that a record has ended, over one subscription for all of them: most work only wants to know
 * that, and a subscription of its own would cost each job two commands. A message can be lost while Redis is away.
 */
export class Endings {
  private readonly handlers = new Map<string, Set<Handler>>();
  private standing: Promise<unknown> | null = null;

  constructor(
    private readonly redis: Redis,
    private readonly prefix: string,
  ) {
    const own = endingsChannel(prefix);
    redis.on('message', (channel: string, message: string) => {
      if (channel === own) this.deliver(message);
    });
  }

  /**
   * Calls `handler` with the final state when the record ends; resolves once that is sure to be heard. Call the result to
   * stop listening. Throws what Redis throws when the subscription fails.
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

  private deliver(message: string): void {
    // A worker without work hears of every search all the same.
    if (this.handlers.size === 0) return;
    let raw: unknown;
    try {
      raw = JSON.parse(message);
    } catch {
      return;
    }
    const end = recordEndSchema.safeParse(raw);
    if (!end.success) return;
    for (const handler of [...(this.handlers.get(end.data.id) ?? [])]) handler(end.data.state);
  }
}
