import type { Redis } from 'ioredis';
import { type Activity, activitySchema, type RecordChange, recordChangeSchema } from './activity.js';
import { activityChannel, changesChannel } from './publish-activity.js';

export interface RecordListener {
  onChange?(change: RecordChange): void;
  onActivity?(activity: Activity): void;
}

/**
 * Listens to records' changes over one subscriber connection, however many listeners there are. A message can be
 * lost while Redis is away: listeners that must not miss anything also look at the record now and then.
 */
export class EventHub {
  private readonly listeners = new Map<string, Set<(message: unknown) => void>>();

  constructor(
    private readonly redis: Redis,
    private readonly prefix: string,
  ) {
    redis.on('message', (channel: string, message: string) => this.deliver(channel, message));
  }

  /** Listens to one record; resolves once the subscription stands. Call the result to stop listening. */
  async listen(id: string, listener: RecordListener): Promise<() => void> {
    const stops = await Promise.all([
      this.on(changesChannel(this.prefix, id), (raw) => {
        const change = recordChangeSchema.safeParse(raw);
        if (change.success) listener.onChange?.(change.data);
      }),
      listener.onActivity
        ? this.on(activityChannel(this.prefix, id), (raw) => {
            const activity = activitySchema.safeParse(raw);
            if (activity.success) listener.onActivity?.(activity.data);
          })
        : () => undefined,
    ]);
    return () => {
      for (const stop of stops) stop();
    };
  }

  private async on(channel: string, handler: (message: unknown) => void): Promise<() => void> {
    const handlers = this.listeners.get(channel) ?? new Set();
    this.listeners.set(channel, handlers);
    handlers.add(handler);
    const stop = () => {
      handlers.delete(handler);
      if (handlers.size > 0 || this.listeners.get(channel) !== handlers) return;
      this.listeners.delete(channel);
      this.redis.unsubscribe(channel).catch(() => undefined);
    };
    try {
      if (handlers.size === 1) await this.redis.subscribe(channel);
    } catch (error) {
      stop();
      throw error;
    }
    return stop;
  }

  private deliver(channel: string, message: string): void {
    const handlers = this.listeners.get(channel);
    if (!handlers) return;
    let parsed: unknown;
    try {
      parsed = JSON.parse(message);
    } catch {
      return;
    }
    for (const handler of [...handlers]) handler(parsed);
  }
}
