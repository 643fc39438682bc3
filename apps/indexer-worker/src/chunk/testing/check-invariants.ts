import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFootnoteFromMarkdown } from 'mdast-util-gfm-footnote';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmFootnote } from 'micromark-extension-gfm-footnote';
import { gfmTable } from 'micromark-extension-gfm-table';
import { expect } from 'vitest';
import type { ChunkSpan } from '../chunk-markdown.js';

interface Whole {
  kind: string;
  start: number;
  end: number;
}

/** What a full parse, markup and all, says must stay whole: an oracle apart from the chunker's own parsing. */
export function wholeBlocks(markdown: string): Whole[] {
  // The parser leaves a byte order mark out of its offsets.
  const tree = fromMarkdown(markdown.replace(/^\uFEFF/, ' '), {
    extensions: [gfmTable(), gfmFootnote()],
    mdastExtensions: [gfmTableFromMarkdown(), gfmFootnoteFromMarkdown()],
  });
  const found: Whole[] = [];
  const visit = (node: Nodes) => {
    const start = node.position?.start.offset ?? 0;
    const end = node.position?.end.offset ?? 0;
    const fenced = node.type === 'code' && /^[`~]{3}/.test(markdown.slice(start, start + 3));
    if (fenced) found.push({ kind: 'fence', start, end });
    if (node.type === 'tableRow' || node.type === 'listItem') found.push({ kind: node.type, start, end });
    if ('children' in node) for (const child of node.children) visit(child);
  };
  visit(tree);
  return found;
}

/** Every invariant that holds for any text at all. */
export function checkPartition(
  markdown: string,
  chunks: readonly ChunkSpan[],
  size: number,
  overlap: number,
): void {
  expect(
    chunks.map(({ coreStart, end }) => markdown.slice(coreStart, end)).join('') === markdown,
    'gives back the page',
  ).toBe(true);
  const segments = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(markdown);
  const cuts = (at: number) => at < markdown.length && segments.containing(at)?.index !== at;
  const faults = chunks.flatMap((chunk, index) => [
    ...(chunk.coreStart === (chunks[index - 1]?.end ?? 0) ? [] : ['does not follow']),
    ...(chunk.end > chunk.coreStart && chunk.start <= chunk.coreStart ? [] : ['runs backwards']),
    ...(chunk.coreStart - chunk.start <= overlap ? [] : ['overlaps too much']),
    ...(chunk.end - chunk.start <= size ? [] : ['is too long']),
    ...(cuts(chunk.start) || cuts(chunk.end) ? [`cuts a character: ${chunk.start}, ${chunk.end}`] : []),
  ]);
  expect(faults).toEqual([]);
}

/** Nothing that must stay whole is cut, and no overlap begins in a fence. */
export function checkWhole(
  markdown: string,
  chunks: readonly ChunkSpan[],
  size: number,
  blocks: readonly Whole[],
): void {
  const ends = chunks.map(({ end }) => end);
  const overlaps = chunks.filter(({ start, coreStart }) => start < coreStart).map(({ start }) => start);
  const faults = blocks.flatMap(({ kind, start, end }) => {
    const cuts = (at: number) => at > start && at < end;
    const whole = end - start <= size ? [...ends, ...overlaps].filter(cuts) : [];
    const begun = kind === 'fence' ? overlaps.filter(cuts) : [];
    return [...whole, ...begun].map(
      (at) => `${at} in ${kind} ${start}-${end} ${markdown.slice(start, end).slice(0, 60)}`,
    );
  });
  expect(faults).toEqual([]);
}
