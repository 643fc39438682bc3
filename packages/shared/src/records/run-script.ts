import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';

const digests = new Map<string, string>();

function digestOf(script: string): string {
  const known = digests.get(script);
  if (known !== undefined) return known;
  const digest = createHash('sha1').update(script).digest('hex');
  digests.set(script, digest);
  return digest;
}

/**
 * Runs a Lua script by its digest and gives what it gives; a server that does not know it yet (a new one, a restarted one)
 * gets its text. Takes the script's KEYS and ARGV. Throws what Redis answers.
 */
export async function runScript(
  redis: Redis,
  script: string,
  keys: readonly string[],
  args: readonly (string | Buffer)[],
): Promise<unknown> {
  try {
    return await redis.evalsha(digestOf(script), keys.length, ...keys, ...args);
  } catch (error) {
    if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error;
    return redis.eval(script, keys.length, ...keys, ...args);
  }
}
