import type { ReadPassage, ReadUnit } from '../passage/read-passage.js';
import { readableRow, readableText } from '../passage/readable-text.js';
import type { Support } from '../support/find-support.js';

/** A sentence of an answer before it has its marks, with the words of the passages that it rests on. */
export interface DraftSentence {
  text: string;
  citations: { chunk_id: string; quote: string }[];
}

const LEANS_BACK =
  /^(?:this|that|these|those|it|its|they|them|their|he|she|otherwise|then|such|both|if so|in this case|in that case|here|however|but|also|thus|therefore|dies|diese[rs]?|esto|ce|cela)\b/iu;
const LONGEST_QUOTE = 500;
const LONGEST_CODE = 2_000;

/** Makes a unit of a passage into a sentence that reads by itself: with its heading, its table header or what it leans on. */
export function draftSentence(support: Support): DraftSentence | null {
  const { passage } = support;
  const unit = passage.units[support.unit];
  if (unit === undefined) return null;
  if (unit.kind === 'code') return draftCode(passage, unit);
  if (unit.kind === 'row') return draftRow(passage, unit);
  if (unit.kind === 'comment') return draftComment(passage, unit);
  return draftProse(passage, unit, support.unit);
}

function cite(passage: ReadPassage, start: number, end: number): { chunk_id: string; quote: string } {
  return { chunk_id: passage.evidence.chunk_id, quote: passage.evidence.content.slice(start, end) };
}

function draftCode(passage: ReadPassage, unit: ReadUnit): DraftSentence | null {
  if (unit.end - unit.start > LONGEST_CODE) return null;
  const before = unit.leadIn === null ? undefined : passage.units[unit.leadIn];
  const near =
    before !== undefined &&
    before.kind !== 'code' &&
    unit.start - before.end < 20 &&
    before.end - before.start < 500;
  const intro = near ? readableText(before.text) : headingText(passage, unit);
  return {
    text: `${intro === '' ? '' : `${intro}\n`}${unit.text}`,
    citations: [
      cite(passage, near ? before.start : unit.start, unit.end),
      ...headingCitation(passage, unit, !near && intro !== ''),
    ],
  };
}

/** A comment with its line of code, without the comment's marks; the heading says what the code belongs to. */
function draftComment(passage: ReadPassage, unit: ReadUnit): DraftSentence {
  const body = unit.text
    .replace(/^\s*\/\*\*?|\*\/|^\s*\*(?!\S)/gmu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
  return { text: `\`${body.replaceAll('`', "'")}\``, citations: [cite(passage, unit.start, unit.end)] };
}

function draftRow(passage: ReadPassage, unit: ReadUnit): DraftSentence {
  const { header } = unit;
  const headerText = header === null ? null : passage.evidence.content.slice(header.start, header.end);
  const citations = [cite(passage, unit.start, unit.end)];
  if (header !== null) citations.push(cite(passage, header.start, header.end));
  const text = readableRow(unit.text, headerText);
  // A row of bare values belongs to the name above its table.
  const heading = unit.names.length > 0 || unit.heading === null ? undefined : passage.units[unit.heading];
  if (heading === undefined) return { text, citations };
  citations.push(cite(passage, heading.start, heading.end));
  return { text: `${readableText(heading.text)}: ${text}`, citations };
}

function draftProse(passage: ReadPassage, unit: ReadUnit, index: number): DraftSentence | null {
  let start = unit.start;
  let end = unit.end;
  const before = passage.units[index - 1];
  const adjoins =
    before !== undefined &&
    before.section === unit.section &&
    ['sentence', 'item', 'field'].includes(before.kind);
  if (adjoins && LEANS_BACK.test(readableText(unit.text)) && end - before.start < LONGEST_QUOTE)
    start = before.start;
  const heading = unit.heading === null ? undefined : passage.units[unit.heading];
  const owner = unit.owner === null ? undefined : passage.units[unit.owner];
  const item = owner === undefined ? null : itemName(owner, passage.evidence.content.slice(start, end));
  if (end - start > LONGEST_QUOTE) end = cutAt(passage.evidence.content, start, LONGEST_QUOTE);
  const body = readableText(passage.evidence.content.slice(start, end));
  if (body === '') return null;
  if (item !== null && owner !== undefined && start > owner.start) {
    return {
      text: `\`${item.name}\`: ${body}`,
      citations: [cite(passage, start, end), cite(passage, owner.start, owner.start + item.end)],
    };
  }
  const named = heading !== undefined && (unit.kind === 'field' || needsHeading(heading, body));
  return {
    text: named ? `${readableText(heading.text)}: ${body}` : body,
    citations: [cite(passage, start, end), ...headingCitation(passage, unit, named)],
  };
}

/** The name in code or bold that opens a list item, unless the text holds it already. */
function itemName(owner: ReadUnit, text: string): { name: string; end: number } | null {
  const match = /^\s*(?:[-*+•]|\d{1,3}[.)])?\s*(?:\*\*|__|`)+([^`*\n]{2,60}?)(?:\*\*|__|`)+/u.exec(
    owner.text,
  );
  const name = match?.[1];
  if (match === null || name === undefined || text.includes(name)) return null;
  return { name, end: match[0].length };
}

/** Whether a short heading names something in code that the sentence under it leaves out. */
function needsHeading(heading: ReadUnit, body: string): boolean {
  const text = readableText(heading.text);
  if (text.length > 80 || body.toLowerCase().includes(text.toLowerCase().replaceAll('`', ''))) return false;
  return /^`|[a-z][A-Z]|\(|\.|_/u.test(text) || /^[\p{Ll}$.-]\S*$/u.test(text);
}

function headingText(passage: ReadPassage, unit: ReadUnit): string {
  const heading = unit.heading === null ? undefined : passage.units[unit.heading];
  return heading === undefined ? '' : `${readableText(heading.text)}:`;
}

function headingCitation(
  passage: ReadPassage,
  unit: ReadUnit,
  wanted: boolean,
): { chunk_id: string; quote: string }[] {
  const heading = unit.heading === null ? undefined : passage.units[unit.heading];
  return wanted && heading !== undefined ? [cite(passage, heading.start, heading.end)] : [];
}

function cutAt(text: string, start: number, longest: number): number {
  const limit = start + longest;
  const space = text.lastIndexOf(' ', limit);
  return space > start + longest / 2 ? space : limit;
}
