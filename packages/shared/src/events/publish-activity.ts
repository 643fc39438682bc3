import type { Redis } from 'ioredis';
import type { Activity } from './activity.js';

/** Channel on which a record's activities are told. */
export const activityChannel = (prefix: string, id: string): string => `${prefix}:activity:${id}`;
/** Channel on which a record's changes are told. */
export const changesChannel = (prefix: string, id: string): string => `${prefix}:changes:${id}`;
/** Channel on which the end of every record is told; the message is its id. */
export const endingsChannel = (prefix: string): string => `${prefix}:endings`;

/** Tells listeners what happened for a record. Live only: lost when nobody listens, and never a reason to fail. */
export async function publishActivity(
  redis: Redis,
  prefix: string,
  id: string,
  activity: Activity,
): Promise<void> {
  await redis.publish(activityChannel(prefix, id), JSON.stringify(activity)).catch(() => undefined);
}
