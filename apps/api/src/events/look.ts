import { DependencyUnavailableError } from '@agentic-search/shared/errors';

/** What stands in Redis, or undefined when Redis is away: who follows a search waits for it. */
export async function look<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof DependencyUnavailableError) return undefined;
    throw error;
  }
}
