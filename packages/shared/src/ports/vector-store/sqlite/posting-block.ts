/** Chunks per posting block: a full block (5 bytes each) still fits into one 4 KB page with its neighbours. */
export const BLOCK_SIZE = 128;

const ENTRY_BYTES = 5;

/** The block a chunk's postings stand in. */
export const blockOf = (rowid: number): number => Math.floor(rowid / BLOCK_SIZE);

/** A chunk's place in its block. */
export const placeOf = (rowid: number): number => rowid % BLOCK_SIZE;

/** Packs place → weight as all weights (32-bit floats) and then all places (bytes), in the order of the places. */
export function encodeBlock(entries: ReadonlyMap<number, number>): Uint8Array {
  const sorted = [...entries].sort(([a], [b]) => a - b);
  const bytes = new Uint8Array(sorted.length * ENTRY_BYTES);
  const weights = new Float32Array(bytes.buffer, 0, sorted.length);
  for (const [index, [place, weight]] of sorted.entries()) {
    weights[index] = weight;
    bytes[sorted.length * 4 + index] = place;
  }
  return bytes;
}

/** The parts of a packed block, without copying where the bytes are aligned. */
export function decodeBlock(packed: Uint8Array): { weights: Float32Array; places: Uint8Array } {
  const bytes = packed.byteOffset % 4 === 0 ? packed : packed.slice();
  const count = bytes.length / ENTRY_BYTES;
  return {
    weights: new Float32Array(bytes.buffer, bytes.byteOffset, count),
    places: bytes.subarray(count * 4),
  };
}
