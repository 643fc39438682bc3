import { createHash, randomBytes } from 'node:crypto';
import { guardRedis } from '@agentic-search/shared/redis';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import type { KeyRing, KnownKey } from './key-ring.js';

export const SESSION_COOKIE = 'agentic_search_session';
export const SESSION_SECONDS = 12 * 3_600;

const sessionSchema = z.object({ name: z.string(), sha256: z.string() });

/**
 * Browser sessions. The cookie is a random token, never the key; what it stands for is in Redis, so that every
 * process knows it, signing out ends it, and it dies with its key.
 */
export class Sessions {
  constructor(
    private readonly redis: Redis,
    private readonly prefix: string,
    private readonly keys: KeyRing,
  ) {}

  /** Starts a session for the holder of a key. Gives the cookie's value. */
  async start(key: KnownKey): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    const session = JSON.stringify({ name: key.caller.name, sha256: key.sha256 });
    await guardRedis(() => this.redis.set(this.key(token), session, 'EX', SESSION_SECONDS));
    return token;
  }

  /** The key behind a cookie, or null when the session has ended or its key is gone. */
  async find(token: string): Promise<KnownKey | null> {
    if (!/^[\w-]{43}$/.test(token)) return null;
    const kept = await guardRedis(() => this.redis.get(this.key(token)));
    if (kept === null) return null;
    const session = sessionSchema.parse(JSON.parse(kept));
    return this.keys.byName(session.name, session.sha256);
  }

  async end(token: string): Promise<void> {
    await guardRedis(() => this.redis.del(this.key(token)));
  }

  /** Redis never holds what would let somebody in. */
  private key(token: string): string {
    return `${this.prefix}:session:${createHash('sha256').update(token).digest('hex')}`;
  }
}
