import { type Job, type JobState, Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { DependencyUnavailableError, InvalidInputError } from '../errors/app-error.js';
import { fieldFaults } from '../errors/field-faults.js';
import { guardRedis } from '../redis/guard-redis.js';
import { type JobDataOf, type JobDefinition, jobCatalog, type QueueName, queueNames } from './catalog.js';

/** The queues' event streams serve Bull Board only; each progress update is copied there whole. */
const EVENTS_KEPT = 100;

/** How a job is added. */
export interface AddOptions {
  /** Adding an id that is there already changes nothing. No `:` and no bare integers. */
  jobId: string;
  /** BullMQ priority, see jobPriority. */
  priority?: number;
  /** Job this one is a child of; it is released when all its children ended, however they ended. */
  parent?: { queue: QueueName; jobId: string };
}

/** Typed producers of all queues over one connection. Who creates it closes it; the connection stays open. */
export class JobQueues {
  private readonly queues: Record<QueueName, Queue>;

  constructor(redis: Redis, prefix: string) {
    const make = (name: QueueName): Queue => {
      const queue = new Queue(name, {
        connection: redis,
        prefix,
        skipVersionCheck: true,
        skipMetasUpdate: false,
        streams: { events: { maxLen: EVENTS_KEPT } },
      });
      queue.on('error', () => undefined);
      return queue;
    };
    this.queues = Object.fromEntries(queueNames.map((name) => [name, make(name)])) as Record<
      QueueName,
      Queue
    >;
  }

  /** The BullMQ queue itself, for Bull Board and counts. */
  raw(name: QueueName): Queue {
    return this.queues[name];
  }

  /**
   * Adds a job, its data validated. Throws InvalidInputError (`invalid_job`) for data that breaks the schema,
   * DependencyUnavailableError when Redis is away, and `parent_gone` (DependencyUnavailableError) when the parent
   * does not exist any more.
   */
  async add<Name extends QueueName>(name: Name, data: JobDataOf<Name>, options: AddOptions): Promise<void> {
    const definition: JobDefinition = jobCatalog[name];
    const parsed = definition.data.safeParse(data);
    if (!parsed.success)
      throw new InvalidInputError('invalid_job', `data of a ${name} job`, fieldFaults(parsed.error));
    const parent = options.parent && {
      parent: { id: options.parent.jobId, queue: this.queues[options.parent.queue].qualifiedName },
      ignoreDependencyOnFailure: true,
    };
    try {
      await guardRedis(() =>
        this.queues[name].add(name, parsed.data, {
          jobId: options.jobId,
          attempts: definition.attempts,
          backoff: { type: 'custom' },
          removeOnComplete: {
            age: definition.keepCompleted.ageSeconds,
            count: definition.keepCompleted.count,
          },
          removeOnFail: { age: definition.keepFailed.ageSeconds, count: definition.keepFailed.count },
          ...(options.priority ? { priority: options.priority } : {}),
          ...parent,
        }),
      );
    } catch (error) {
      if (error instanceof Error && /Missing key for parent job|ParentJobNotExist/i.test(error.message)) {
        throw new DependencyUnavailableError('parent_gone', 'the work this belongs to has ended', {
          cause: error,
        });
      }
      throw error;
    }
  }

  async find(name: QueueName, jobId: string): Promise<Job | null> {
    return (await guardRedis(() => this.queues[name].getJob(jobId))) ?? null;
  }

  async state(name: QueueName, jobId: string): Promise<JobState | 'unknown'> {
    return guardRedis(() => this.queues[name].getJobState(jobId));
  }

  /** Takes a job out when it does not run; a running one stays. Gives whether it is gone. */
  async remove(name: QueueName, jobId: string): Promise<boolean> {
    try {
      const job = await this.find(name, jobId);
      await job?.remove();
      return true;
    } catch (error) {
      if (error instanceof DependencyUnavailableError) throw error;
      return false;
    }
  }

  async close(): Promise<void> {
    await Promise.all(Object.values(this.queues).map((queue) => queue.close()));
  }
}
