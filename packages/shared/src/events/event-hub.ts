import type { Redis } from 'ioredis';
import { type Activity, activitySchema, type RecordChange, recordChangeSchema } from './activity.js';
import { activityChannel, changesChannel } from './publish-activity.js';

/** Told what happens to one record. */
export interface RecordListener {
  onChange?(change: RecordChange): void;
  onActivity?(activity: Activity): void;
}

interface Channel {
  handlers: Set<(message: unknown) => void>;
  standing: Promise<unknown>;
}

/**
 * Listens to records' changes over one subscriber connection, however many listeners there are. A message can be
 * lost while Redis is away: listeners that must not miss anything also look at the record now and then.
 */
export class EventHub {
  private readonly listeners = new Map<string, Channel>();

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
    const known = this.listeners.get(channel);
    const heard = known ?? { handlers: new Set(), standing: this.redis.subscribe(channel) };
    this.listeners.set(channel, heard);
    heard.handlers.add(handler);
    const stop = () => {
      heard.handlers.delete(handler);
      if (heard.handlers.size > 0 || this.listeners.get(channel) !== heard) return;
      this.listeners.delete(channel);
      this.redis.unsubscribe(channel).catch(() => undefined);
    };
    try {
      // Who comes second waits for the same subscription: until it stands, messages pass unheard.
      await heard.standing;
    } catch (error) {
      stop();
      throw error;
    }
    return stop;
  }

  private deliver(channel: string, message: string): void {
    const heard = this.listeners.get(channel);
    if (!heard) return;
    let parsed: unknown;
    try {
      parsed = JSON.parse(message);
    } catch {
      return;
    }
    for (const handler of [...heard.handlers]) handler(parsed);
  }
}
