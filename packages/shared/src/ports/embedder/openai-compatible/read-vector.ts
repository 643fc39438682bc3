/**
 * Reads one embedding: numbers, numbers inside one more array, or base64 of little-endian float32. Gives null for
 * anything else, so also for one vector per token, which cannot be told apart from a mistake.
 */
export function readVector(value: unknown): Float32Array | null {
  if (typeof value === 'string') return fromBase64(value);
  if (!Array.isArray(value) || value.length === 0) return null;
  if (value.length === 1 && Array.isArray(value[0])) return readVector(value[0]);
  // null is what JSON makes of NaN: it becomes NaN again and is refused as such, not as a bad reply.
  const numbers = value.map((item: unknown) => (item === null ? Number.NaN : item));
  return numbers.every((item): item is number => typeof item === 'number')
    ? Float32Array.from(numbers)
    : null;
}

/** Tells whether a vector has a direction: finite numbers that are not all zero. */
export function isUsableVector(vector: Float32Array): boolean {
  let seen = false;
  for (const value of vector) {
    if (!Number.isFinite(value)) return false;
    if (value !== 0) seen = true;
  }
  return seen;
}

function fromBase64(value: string): Float32Array | null {
  const bytes = Buffer.from(value, 'base64');
  if (bytes.length === 0 || bytes.length % 4 !== 0) return null;
  return Float32Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readFloatLE(index * 4));
}
