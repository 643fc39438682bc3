import type { Redis } from 'ioredis';
import { describe, expect, it } from 'vitest';
import { EventHub } from './event-hub.js';

/** A connection whose subscriptions stand when the test says so. */
function slowSubscriber() {
  const waiting: { resolve: () => void; reject: (error: Error) => void }[] = [];
  const dropped: string[] = [];
  let deliver: (channel: string, message: string) => void = () => undefined;
  const redis = {
    on: (_event: string, listener: typeof deliver) => {
      deliver = listener;
    },
    subscribe: () => new Promise<void>((resolve, reject) => waiting.push({ resolve, reject })),
    unsubscribe: async (channel: string) => dropped.push(channel),
  } as unknown as Redis;
  return { redis, waiting, dropped, tell: (channel: string, message: string) => deliver(channel, message) };
}

const change = JSON.stringify({ version: 2, state: 'running' });

describe('EventHub', () => {
  it('lets every listener wait until the one subscription stands', async () => {
    const { redis, waiting, tell } = slowSubscriber();
    const hub = new EventHub(redis, '{p}');
    const heard: string[] = [];
    const listening = ['first', 'second'].map((name) =>
      hub.listen('a', { onChange: () => heard.push(name) }).then((stop) => {
        heard.push(`${name} listens`);
        return stop;
      }),
    );
    await Promise.resolve();
    expect(waiting).toHaveLength(1);
    expect(heard).toEqual([]);
    waiting[0]?.resolve();
    await Promise.all(listening);
    tell('{p}:changes:a', change);
    expect(heard).toEqual(['first listens', 'second listens', 'first', 'second']);
  });

  it('drops the subscription with its last listener, and does without messages that are none', async () => {
    const { redis, waiting, dropped, tell } = slowSubscriber();
    const hub = new EventHub(redis, '{p}');
    const heard: unknown[] = [];
    const listening = [1, 2].map(() => hub.listen('a', { onChange: (told) => heard.push(told) }));
    waiting[0]?.resolve();
    const [one, two] = await Promise.all(listening);
    one?.();
    tell('{p}:changes:a', 'no json');
    tell('{p}:changes:a', '{"version":"x"}');
    tell('{p}:changes:b', change);
    tell('{p}:changes:a', change);
    expect(heard).toHaveLength(1);
    expect(dropped).toEqual([]);
    two?.();
    expect(dropped).toEqual(['{p}:changes:a']);
  });

  it('tells every listener when the subscription fails, and tries again for the next', async () => {
    const { redis, waiting } = slowSubscriber();
    const hub = new EventHub(redis, '{p}');
    const failing = [1, 2].map(() => hub.listen('a', {}));
    waiting[0]?.reject(new Error('away'));
    const settled = await Promise.allSettled(failing);
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const next = hub.listen('a', {});
    expect(waiting).toHaveLength(2);
    waiting[1]?.resolve();
    await next;
  });
});
