/**
 * Gives a vector for a text: its words and character trigrams, each hashed to a place and a sign, summed and brought
 * to length 1. Texts that share words lie close; the same text gives the same vector in every process.
 */
export function projectText(text: string, dimensions: number): number[] {
  const vector = new Array<number>(dimensions).fill(0);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    add(vector, `w:${word}`, 1);
    const padded = ` ${word} `;
    for (let at = 0; at + 3 <= padded.length; at += 1) add(vector, `t:${padded.slice(at, at + 3)}`, 0.4);
  }
  const length = Math.hypot(...vector);
  if (length > 0) return vector.map((value) => value / length);
  vector[hash(text) % dimensions] = 1;
  return vector;
}

function add(vector: number[], feature: string, weight: number): void {
  const place = hash(feature);
  const at = place % vector.length;
  vector[at] = (vector[at] ?? 0) + (hash(`${feature}#`) % 2 === 0 ? weight : -weight);
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    value ^= text.charCodeAt(at);
    value = Math.imul(value, 0x01000193) >>> 0;
  }
  return value;
}
