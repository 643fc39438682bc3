/**
 * Takes a date as pages write it (ISO 8601, RFC 2822, "3 November 2025"); gives it as ISO 8601 in UTC, or null when it
 * is none, lacks its year, or lies outside 1990–2100. A date without time is midnight UTC.
 */
export function isoDate(text: string | null | undefined): string | null {
  const trimmed = text?.trim().slice(0, 80);
  if (!trimmed || !/\d{4}/.test(trimmed)) return null;
  if (/^\d+$/.test(trimmed) && trimmed.length !== 8) return null;
  const compact = /^(\d{4})(\d{2})(\d{2})$/.exec(trimmed);
  const dated = compact ? `${compact[1]}-${compact[2]}-${compact[3]}` : trimmed;
  const zoned = /\d:\d\d/.test(dated) || /^\d{4}(?:-\d{2}){0,2}$/.test(dated) ? dated : `${dated} UTC`;
  const local = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?$/.test(zoned)
    ? `${zoned.replace(' ', 'T')}Z`
    : zoned;
  const time = Date.parse(local);
  if (Number.isNaN(time)) return null;
  const date = new Date(time);
  const year = date.getUTCFullYear();
  return year < 1990 || year > 2100 ? null : date.toISOString();
}
