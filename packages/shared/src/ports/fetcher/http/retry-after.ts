const longest = 24 * 3_600_000;

/**
 * Takes a Retry-After header (seconds or an HTTP date, RFC 9110 10.2.3) and the present time in ms; gives the ms to
 * wait, at most a day, or null when the header is absent or makes no sense.
 */
export function retryAfterMs(header: string | null | undefined, now: number): number | null {
  if (!header) return null;
  const text = header.trim();
  if (/^\d{1,9}$/.test(text)) return Math.min(Number(text) * 1_000, longest);
  const date = Date.parse(text);
  if (Number.isNaN(date) || !/[a-z]/i.test(text)) return null;
  return Math.min(Math.max(date - now, 0), longest);
}
