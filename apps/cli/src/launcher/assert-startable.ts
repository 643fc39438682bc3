import { stat } from 'node:fs/promises';
import { DependencyUnavailableError, InvalidInputError } from '@agentic-search/shared/errors';
import { createRedis, waitUntilReady } from '@agentic-search/shared/redis';

/** What a Redis that is started along with the system gets to come up, in ms. */
const REDIS_PATIENCE_MS = 10_000;

/** Throws InvalidInputError `invalid_configuration` where `documents` is no folder: waiting for it would not help. */
export async function assertFolder(documents: string | null): Promise<void> {
  if (documents === null || (await stat(documents).catch(() => null))?.isDirectory() === true) return;
  const message = `is ${documents}, which is no folder`;
  throw new InvalidInputError(
    'invalid_configuration',
    `SEARCH_DOCUMENTS (--documents) ${message}; name one of HTML or Markdown`,
    [{ path: 'SEARCH_DOCUMENTS', message }],
  );
}

/** Throws DependencyUnavailableError `redis_unavailable` where nothing answers at `url` within ten seconds. */
export async function assertRedisAnswers(url: string, patienceMs = REDIS_PATIENCE_MS): Promise<void> {
  const redis = createRedis(url, 'producer', () => undefined);
  try {
    await waitUntilReady(redis, patienceMs);
  } catch (cause) {
    throw new DependencyUnavailableError(
      'redis_unavailable',
      'the Redis of REDIS_URL does not answer; start it, correct REDIS_URL, or unset it to get a private one',
      { cause },
    );
  } finally {
    redis.disconnect();
  }
}
