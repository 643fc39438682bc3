/**
 * Reads how long a server asks to be left alone: `retry-after-ms` (ms), else `Retry-After` (RFC 9110: seconds or an
 * HTTP date). Takes lower-case header names and the present time in ms. Gives ms, at least 0, or null when the server
 * said nothing usable.
 */
export function parseRetryAfter(headers: Readonly<Record<string, string>>, now: number): number | null {
  const millis = headers['retry-after-ms']?.trim();
  if (millis && /^\d+(\.\d+)?$/.test(millis)) return Math.ceil(Number(millis));
  const value = headers['retry-after']?.trim();
  if (!value) return null;
  if (/^\d+(\.\d+)?$/.test(value)) return Math.ceil(Number(value) * 1_000);
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
