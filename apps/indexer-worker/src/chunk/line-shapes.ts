/** Lines longer than this are text, whatever they look like. */
const MAX_MARKUP_LINE = 5_000;

/** Width of blanks in columns; a tab reaches to the next multiple of four. */
export function columnsOf(blanks: string): number {
  let columns = 0;
  for (const character of blanks) columns += character === '\t' ? 4 - (columns % 4) : 1;
  return columns;
}

/** A line that opens a fenced code block, without its indentation → the fence and the language, else null. */
export function fenceOpening(text: string): { mark: string; language: string | null } | null {
  const match = /^(?:(`{3,})([^`]*)|(~{3,})(.*))$/.exec(text.slice(0, MAX_MARKUP_LINE));
  const mark = match?.[1] ?? match?.[3];
  if (match === null || mark === undefined) return null;
  const info = (match[2] ?? match[4] ?? '').trim();
  return { mark, language: info.split(/\s/)[0] || null };
}

/** True for a line that closes a fence opened with `mark`. */
export function isClosingFence(text: string, mark: string): boolean {
  if (!text.startsWith(mark)) return false;
  const rest = text.slice(mark.length).trimEnd();
  return rest === '' || rest === (mark[0] ?? '').repeat(rest.length);
}

/** True for `---`, `* * *` and their like. */
export function isThematicBreak(text: string): boolean {
  return (
    /^[-*_]/.test(text) &&
    text.length < MAX_MARKUP_LINE &&
    /^(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/.test(text)
  );
}

/**
 * A line that begins a list item, without its indentation → how many characters lie before the content, how many
 * columns that is, and whether it may begin a list in the middle of a paragraph. Else null.
 */
export function listMarker(text: string): { length: number; width: number; mayInterrupt: boolean } | null {
  const match = /^([-+*]|(\d{1,9})[.)])([ \t]+|$)/.exec(text.length > 200 ? text.slice(0, 200) : text);
  if (match === null) return null;
  const marker = match[1] ?? '';
  const gap = match[3] ?? '';
  const wide = columnsOf(gap) > 4 || gap === '';
  const length = marker.length + (wide ? Math.min(1, gap.length) : gap.length);
  const width = marker.length + (wide ? 1 : columnsOf(gap));
  return { length, width, mayInterrupt: gap !== '' && (match[2] === undefined || match[2] === '1') };
}

/** True when `text` is the delimiter row of a table whose header is the line before. */
export function isDelimiterRow(text: string, header: string): boolean {
  if (text.length > MAX_MARKUP_LINE || !header.includes('|') || !text.includes('-')) return false;
  return /^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/.test(text);
}
