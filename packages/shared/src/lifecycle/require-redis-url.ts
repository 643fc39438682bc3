import type { Config } from '../config/config.js';
import { InvalidInputError } from '../errors/app-error.js';

/** REDIS_URL, which every process but `up` needs; throws InvalidInputError that says what to do. */
export function requireRedisUrl(config: Config): string {
  if (config.services.redisUrl !== null) return config.services.redisUrl;
  const message =
    'is not set; set it, or start the whole system with `agentic-search up`, which brings a private Redis';
  throw new InvalidInputError('invalid_configuration', `REDIS_URL ${message}`, [
    { path: 'REDIS_URL', message },
  ]);
}
