import type { BlockMap } from './block-map.js';
import { eachLine } from './lines.js';
import { mdastBlocks } from './mdast-blocks.js';
import { scanBlocks } from './scan-blocks.js';

/** Above these the full parser takes seconds, or more than linear time. */
const MAX_LENGTH = 100_000;
const MAX_LINE = 20_000;
const MAX_MARKERS = 16;
const MAX_INDENT = 64;

/** True where the full parser is sure to be quick: short enough, no monstrous line, no deep nesting. */
export function isTame(markdown: string): boolean {
  if (markdown.length > MAX_LENGTH) return false;
  for (const { start, end } of eachLine(markdown)) {
    if (end - start > MAX_LINE) return false;
    const head = markdown.slice(start, Math.min(end, start + 400));
    const prefix = /^(?:[ \t]*(?:>|[-+*](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$)))*/.exec(head)?.[0] ?? '';
    if ((prefix.match(/[->+*.)]/g)?.length ?? 0) > MAX_MARKERS) return false;
    if ((/^[ \t]*/.exec(head)?.[0].length ?? 0) > MAX_INDENT) return false;
  }
  return true;
}

/** The block structure of any text, in linear time: by the full parser where it is safe, else by a line scanner. */
export function parseBlocks(markdown: string): BlockMap {
  if (!isTame(markdown)) return scanBlocks(markdown);
  try {
    return mdastBlocks(markdown);
  } catch {
    // The parser overflows its stack on some nesting that the guard does not see.
    return scanBlocks(markdown);
  }
}
