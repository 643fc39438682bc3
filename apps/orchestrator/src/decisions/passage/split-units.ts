import { splitSentences } from './split-sentences.js';

/** A piece of a passage that can be quoted by itself. Offsets count UTF-16 units in the passage. */
export interface Unit {
  kind: 'sentence' | 'item' | 'row' | 'code' | 'heading' | 'field' | 'comment';
  start: number;
  end: number;
  /** Index of the unit that is the nearest heading above, in the same passage. */
  heading: number | null;
  /** Index of the unit that leads in (a sentence ending with a colon, or the one before a code block). */
  leadIn: number | null;
  /** The header row of the table a row belongs to. */
  header: { start: number; end: number } | null;
  /** The unit that opens the list item which this unit goes on with. */
  owner: number | null;
  /** Counts headings: units with the same number stand under one heading. */
  section: number;
}

interface Line {
  text: string;
  start: number;
  end: number;
  kind: 'blank' | 'fence' | 'heading' | 'row' | 'item' | 'underline' | 'text';
}

const FENCE = /^\s{0,8}(`{3,}|~{3,})/u;
const HEADING = /^\s{0,3}#{1,6}\s+\S/u;
const ITEM = /^\s*(?:>\s*)*(?:[-*+•]|\d{1,3}[.)])\s+\S/u;
const OPENS_ITEM = /[-*+•\d]/u;
const ROW = /^\s*\|.*\|\s*$/u;
const DELIMITER_ROW = /^[\s|:+-]+$/u;
const FIELD =
  /^\s*(?:>\s*)*(?:[-*+•]\s+)?(?:[*_]{0,2})[\p{L}][\p{L} ]{0,24}(?:[*_]{0,2}):(?:[*_]{0,2})\s+\S/u;
const TERM = /^\s{0,3}(?:\*\*[^*\n]{1,80}\*\*|`[^`\n]{1,80}`)\s*:?\s*$/u;
const UNDERLINE = /^\s{0,3}(?:={3,}|-{3,})\s*$/u;

/** Splits Markdown into quotable units in one pass over its lines. */
export function splitUnits(markdown: string): Unit[] {
  const lines = linesOf(markdown);
  const units: Unit[] = [];
  const state = { heading: null as number | null, section: 0, fieldOpen: false };
  const push: Push = (kind, start, end, header = null, goesOn = false) => {
    const text = markdown.slice(start, end);
    const from = start + Math.min(text.length - text.trimStart().length, 200);
    const to = start + text.trimEnd().length;
    if (to <= from) return;
    const last = units[units.length - 1];
    if (last !== undefined && state.fieldOpen && joinsField(last, kind, to, state.section)) {
      last.end = to;
      state.fieldOpen = kind === 'field';
      return;
    }
    state.fieldOpen = kind === 'field';
    if (kind === 'heading') {
      state.section += 1;
      state.heading = units.length;
      units.push({
        kind,
        start: from,
        end: to,
        heading: null,
        leadIn: null,
        header,
        owner: null,
        section: state.section,
      });
      return;
    }
    units.push({
      kind,
      start: from,
      end: to,
      heading: state.heading,
      leadIn: leadInOf(units, markdown, kind, state.section),
      header,
      owner: goesOn ? ownerOf(units, state.section) : null,
      section: state.section,
    });
  };
  let at = 0;
  while (at < lines.length) at = readBlock(lines, at, markdown, push);
  return units;
}

type Push = (
  kind: Unit['kind'],
  start: number,
  end: number,
  header?: Unit['header'],
  goesOn?: boolean,
) => void;

/** The item that the last unit opens or goes on with. */
function ownerOf(units: readonly Unit[], section: number): number | null {
  const last = units[units.length - 1];
  if (last === undefined || last.section !== section) return null;
  return last.owner ?? (last.kind === 'item' || last.kind === 'field' ? units.length - 1 : null);
}

/** Reads the block that starts at line `at`; gives the line after it. */
function readBlock(lines: Line[], at: number, markdown: string, push: Push): number {
  const line = lines[at];
  if (line === undefined) return at + 1;
  if (line.kind === 'blank') return at + 1;
  if (line.kind === 'fence') return readFence(lines, at, FENCE.exec(line.text)?.[1] ?? '', push);
  if (line.kind === 'heading') {
    push('heading', line.start, line.end);
    return at + 1;
  }
  if (line.kind === 'row') return readTable(lines, at, push);
  const item = line.kind === 'item';
  if (!item && lines[at + 1]?.kind === 'underline' && line.text.length < 120) {
    push('heading', line.start, line.end);
    return at + 2;
  }
  const end = endOfBlock(lines, at, item);
  const first = line.start;
  const last = lines[end - 1]?.end ?? line.end;
  // A name that stands alone is the term of a definition.
  if (end === at + 1 && TERM.test(line.text)) {
    push('heading', first, last);
    return end;
  }
  let goesOn = !item && line.text.length - line.text.trimStart().length >= 2;
  const kind = item ? 'item' : 'sentence';
  // A short item is one thought; a long one is prose.
  if (item && last - first <= 100 && isField(markdown, first, last)) push('field', first, last);
  else if (item && last - first <= 360) push('item', first, last);
  else
    splitSentences(markdown, first, last, (start, to) => {
      push(isField(markdown, start, to) ? 'field' : kind, start, to, null, goesOn);
      goesOn ||= item;
    });
  return end;
}

/** "Type: number", "Default: 5" and the sentence that explains them are one statement. */
function joinsField(last: Unit, kind: Unit['kind'], end: number, section: number): boolean {
  if (last.kind !== 'field' || last.section !== section) return false;
  return (kind === 'field' || kind === 'sentence') && end - last.start < 420;
}

function isField(markdown: string, start: number, end: number): boolean {
  if (end - start >= 160) return false;
  const text = markdown.slice(start, end);
  return text.includes(':') && FIELD.test(text);
}

function endOfBlock(lines: Line[], at: number, item: boolean): number {
  let end = at + 1;
  while (end < lines.length && goesOnWith(lines[end])) {
    if (!item && lines[end + 1]?.kind === 'underline') break;
    end += 1;
  }
  return end;
}

/** Whether a line belongs to the block above it. */
function goesOnWith(line: Line | undefined): boolean {
  return line?.kind === 'text' || line?.kind === 'underline';
}

function readFence(lines: Line[], at: number, fence: string, push: Push): number {
  let end = at + 1;
  while (end < lines.length && !(lines[end]?.text.trim() ?? '').startsWith(fence)) end += 1;
  const closing = Math.min(end, lines.length - 1);
  push('code', lines[at]?.start ?? 0, lines[closing]?.end ?? 0);
  pushComments(lines, at + 1, closing, push);
  return closing + 1;
}

const LINE_COMMENT = /(?:\/\/|(?:^|\s)#)\s*\p{L}+\s+\S+/u;

/** Comments in code often state what the code does: each is a unit with the line of code that it speaks of. */
function pushComments(lines: Line[], from: number, to: number, push: Push): void {
  for (let at = from; at < to; at += 1) {
    const line = lines[at];
    if (line === undefined) continue;
    const block = /^\s*\/\*\*?/u.test(line.text);
    if (!block && !LINE_COMMENT.test(line.text)) continue;
    let end = at;
    if (block) while (end < to - 1 && !(lines[end]?.text.includes('*/') ?? true)) end += 1;
    const onlyComment = block || /^\s*(?:\/\/|#)/u.test(line.text);
    if (onlyComment && end + 1 < to && lines[end + 1]?.text.trim() !== '') end += 1;
    push('comment', line.start, lines[end]?.end ?? line.end);
    at = end;
  }
}

function readTable(lines: Line[], at: number, push: Push): number {
  const first = lines[at];
  const hasHeader = DELIMITER_ROW.test(lines[at + 1]?.text ?? '');
  const header = hasHeader && first !== undefined ? { start: first.start, end: first.end } : null;
  let end = hasHeader ? at + 2 : at;
  while (lines[end]?.kind === 'row') {
    const row = lines[end];
    if (row !== undefined && !DELIMITER_ROW.test(row.text)) push('row', row.start, row.end, header);
    end += 1;
  }
  return Math.max(end, at + 1);
}

function leadInOf(units: Unit[], markdown: string, kind: Unit['kind'], section: number): number | null {
  const last = units.length - 1;
  const before = units[last];
  if (before === undefined || before.section !== section || before.kind === 'heading') return null;
  if (kind === 'item' && before.kind === 'item') return before.leadIn;
  if (markdown[before.end - 1] === ':' || kind === 'code') return last;
  return null;
}

function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  let start = 0;
  while (start <= text.length) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline;
    const line = text.slice(start, Math.min(end, start + 4_000));
    lines.push({ text: line, start, end, kind: kindOf(line) });
    if (newline === -1) break;
    start = newline + 1;
  }
  return lines;
}

/** What a line is by itself; its first character leaves one thing that it can be. */
function kindOf(line: string): Line['kind'] {
  const first = line.trimStart().charAt(0);
  switch (first) {
    case '':
      return 'blank';
    case '>':
      return /^[\s>]*$/u.test(line) ? 'blank' : ITEM.test(line) ? 'item' : 'text';
    case '`':
    case '~':
      return FENCE.test(line) ? 'fence' : 'text';
    case '#':
      return HEADING.test(line) ? 'heading' : 'text';
    case '|':
      return ROW.test(line) ? 'row' : 'text';
    case '=':
      return UNDERLINE.test(line) ? 'underline' : 'text';
    default:
      if (!OPENS_ITEM.test(first)) return 'text';
      return ITEM.test(line) ? 'item' : UNDERLINE.test(line) ? 'underline' : 'text';
  }
}
