import { createRedis } from '@agentic-search/shared/redis';
import { Queue, QueueEvents, Worker } from 'bullmq';

/** The peer of a search: an empty job from `add` to the `completed` event. */
export interface BareJobs {
  /** Runs one; gives the time in ms. */
  run(): Promise<number>;
  close(): Promise<void>;
}

/** A queue of its own on the same Redis, with producer, worker and events in this process. */
export async function startBareJobs(redisUrl: string): Promise<BareJobs> {
  const prefix = '{bench-bare}';
  const connections = [0, 1, 2].map(() => createRedis(redisUrl, 'worker', () => undefined));
  const [forQueue, forWorker, forEvents] = connections;
  if (!forQueue || !forWorker || !forEvents) throw new Error('three connections are needed');
  const queue = new Queue('bare', { connection: forQueue, prefix });
  const worker = new Worker('bare', async () => null, { connection: forWorker, prefix });
  const events = new QueueEvents('bare', { connection: forEvents, prefix });
  await Promise.all([queue.waitUntilReady(), worker.waitUntilReady(), events.waitUntilReady()]);
  return {
    async run() {
      const started = performance.now();
      const job = await queue.add('bare', { id: 'none' }, { removeOnComplete: { count: 1_000 } });
      await job.waitUntilFinished(events);
      return performance.now() - started;
    },
    async close() {
      await worker.close();
      await Promise.all([events.close(), queue.close()]);
      for (const connection of connections) connection.disconnect();
    },
  };
}
