/** Chunks per posting block: a full block (5 bytes each) still fits into one 4 KB page with its neighbours. */
export const BLOCK_SIZE = 128;

const ENTRY_BYTES = 5;

/** The block a chunk's postings stand in. */
export const blockOf = (rowid: number): number => Math.floor(rowid / BLOCK_SIZE);

/** A chunk's place in its block. */
export const placeOf = (rowid: number): number => rowid % BLOCK_SIZE;

/** A block to change: the weight at each place, NaN where the chunk does not have the term. */
export const emptyBlock = (): Float32Array => new Float32Array(BLOCK_SIZE).fill(Number.NaN);

/** Packs a block as all weights (32-bit floats) and then all places (bytes), in the order of the places. */
export function packBlock(block: Float32Array): Uint8Array {
  let count = 0;
  for (const weight of block) if (!Number.isNaN(weight)) count += 1;
  const bytes = new Uint8Array(count * ENTRY_BYTES);
  const weights = new Float32Array(bytes.buffer, 0, count);
  let index = 0;
  for (let place = 0; place < BLOCK_SIZE; place += 1) {
    const weight = block[place] ?? Number.NaN;
    if (Number.isNaN(weight)) continue;
    weights[index] = weight;
    bytes[count * 4 + index] = place;
    index += 1;
  }
  return bytes;
}

/** The parts of a packed block, without copying where the bytes are aligned. */
export function unpackBlock(packed: Uint8Array): { weights: Float32Array; places: Uint8Array } {
  const bytes = packed.byteOffset % 4 === 0 ? packed : packed.slice();
  const count = bytes.length / ENTRY_BYTES;
  return {
    weights: new Float32Array(bytes.buffer, bytes.byteOffset, count),
    places: bytes.subarray(count * 4),
  };
}
