import { describe, expect, it } from 'vitest';
import { BLOCK_SIZE, blockOf, emptyBlock, packBlock, placeOf, unpackBlock } from './posting-block.js';

describe('posting blocks', () => {
  it('gives back what was packed, in the order of the places', () => {
    const block = emptyBlock();
    block[127] = 0.25;
    block[0] = 1.5;
    block[5] = 2;
    const packed = packBlock(block);
    expect(packed).toHaveLength(15);
    const { weights, places } = unpackBlock(packed);
    expect([...places]).toEqual([0, 5, 127]);
    expect([...weights]).toEqual([1.5, 2, 0.25]);
  });

  it('reads bytes that do not start at a multiple of four', () => {
    const block = emptyBlock();
    block[3] = 0.5;
    const shifted = new Uint8Array(8);
    shifted.set(packBlock(block), 1);
    const { weights, places } = unpackBlock(shifted.subarray(1, 6));
    expect([...weights]).toEqual([0.5]);
    expect([...places]).toEqual([3]);
  });

  it('packs nothing into nothing', () => {
    expect(packBlock(emptyBlock())).toHaveLength(0);
    expect(unpackBlock(new Uint8Array()).places).toHaveLength(0);
  });

  it('places every rowid in one block', () => {
    for (const rowid of [1, 127, 128, 129, 100_000]) {
      expect(blockOf(rowid) * BLOCK_SIZE + placeOf(rowid)).toBe(rowid);
    }
  });
});
