import { sha256Hex } from '@agentic-search/shared/identifiers';

/** Keys of what all workers know of a host, a job's place in its line, and a URL in flight; one hash tag for all. */
export function hostKeys(prefix: string) {
  const base = `${prefix}:host`;
  const short = (text: string) => sha256Hex(text).slice(0, 16);
  return {
    /** When the next slot of a host is, ms since the epoch by the clock of Redis. */
    next: (host: string) => `${base}:next:${host}`,
    /** When the last request to a host started. */
    last: (host: string) => `${base}:last:${host}`,
    /** Until when a host asked to be left alone. */
    blocked: (host: string) => `${base}:blocked:${host}`,
    /** The slot that a job holds. */
    ticket: (host: string, ticket: string) => `${base}:ticket:${short(`${host} ${ticket}`)}`,
    robots: (origin: string) => `${base}:robots:${origin}`,
    lease: (url: string) => `${base}:lease:${short(url)}`,
    fence: `${base}:fence`,
  };
}
