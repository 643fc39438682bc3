import type { z } from 'zod';
import { invalid, malformed } from './refusal.js';

const CONDITIONS = [
  'match',
  'range',
  'is_empty',
  'is_null',
  'geo_bounding_box',
  'geo_radius',
  'geo_polygon',
  'values_count',
];

/**
 * Gives a body after its schema. What does not fit is refused with the real server's words where they are known,
 * else with the place and the rule. `inside` is how the server names the request in its validation errors.
 */
export function parseRequest<T>(schema: z.ZodType<T>, body: unknown, bytes: number, inside = ''): T {
  checkConditions(body, inside);
  if (typeof body === 'object' && body !== null && 'limit' in body && body.limit === 0) {
    throw invalid(`${inside}${inside && '.'}limit: value 0 invalid, must be 1 or larger`);
  }
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const path = issue?.path ?? [];
  const last = path.at(-1);
  if (path[0] === 'vectors') {
    throw malformed(
      `data did not match any variant of untagged enum VectorsConfig at line 1 column ${bytes}`,
    );
  }
  if (last === 'id' || path.at(-2) === 'ids') {
    const value = path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown>)[key], body);
    throw malformed(
      `value ${value} is not a valid point ID, valid values are either an unsigned integer or a UUID`,
    );
  }
  throw malformed(`${path.map(String).join('.')}: ${issue?.message} at line 1 column ${bytes}`);
}

/** A condition that names a key and asks nothing of it is the one wrong filter whose answer was recorded. */
function checkConditions(value: unknown, path: string): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (key === 'payload' || key === 'metadata') continue;
    const at = Array.isArray(value) ? `${path}[${key}]` : `${path}${path && '.'}${key}`;
    if (Array.isArray(value) && isEmptyCondition(inner) && /(?:must|must_not|should)$/.test(path)) {
      throw invalid(`${at}.__all__: Validation error: At least one field condition must be specified [{}]`);
    }
    checkConditions(inner, at);
  }
}

function isEmptyCondition(value: unknown): boolean {
  return (
    typeof value === 'object' && value !== null && 'key' in value && !CONDITIONS.some((name) => name in value)
  );
}
