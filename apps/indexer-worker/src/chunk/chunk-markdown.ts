import type { BlockMap } from './block-map.js';
import { Cutter } from './cutter.js';
import { HeadingPaths } from './heading-paths.js';
import { parseBlocks } from './parse-blocks.js';

export interface ChunkLimits {
  /** Longest chunk, its overlap included, in UTF-16 units; at least 16. */
  size?: number;
  /** Longest overlap with the chunk before; at most half of `size`. */
  overlap?: number;
}

/** Where a chunk lies in its page, in UTF-16 units: its content is `markdown.slice(start, end)`. */
export interface ChunkSpan {
  start: number;
  end: number;
  /**
   * Where its own text begins, after the overlap: always the `end` of the chunk before (0 for the first), so stored
   * chunks need not carry it. The slices `[coreStart, end)` put together are the page.
   */
  coreStart: number;
  /** Headings over its own text, outermost first. */
  headingPath: string[];
}

/**
 * Cuts Markdown into chunks of at most `size`. Never inside a code block, table row or list item, unless that alone
 * is longer; at headings rather than blank lines, there rather than at ends of sentences. The overlap keeps the same
 * rules, never begins inside code, and is left out where a chunk begins with a heading or needs the room. No
 * user-perceived character is cut. Linear time. Throws RangeError for limits that cannot be kept.
 */
export function chunkMarkdown(markdown: string, limits: ChunkLimits = {}, map?: BlockMap): ChunkSpan[] {
  const { size = 1_600, overlap = 200 } = limits;
  if (!Number.isInteger(size) || size < 16) throw new RangeError('size must be an integer of at least 16');
  if (!Number.isInteger(overlap) || overlap < 0 || overlap * 2 > size) {
    throw new RangeError('overlap must be an integer of at least 0 and at most half of size');
  }
  const blocks = map ?? parseBlocks(markdown);
  const cutter = new Cutter(markdown, blocks, size);
  const paths = new HeadingPaths(markdown, blocks.headings);
  const chunks: ChunkSpan[] = [];
  let previous = 0;
  let core = 0;
  while (core < markdown.length) {
    const wanted = core === 0 ? 0 : cutter.overlapStart(previous, core, overlap);
    const roomy = cutter.end(core, wanted);
    const start = roomy === null ? core : wanted;
    const end = roomy ?? cutter.end(core, core) ?? markdown.length;
    chunks.push({ start, end, coreStart: core, headingPath: paths.at(core, end) });
    previous = core;
    core = end;
  }
  return chunks;
}
