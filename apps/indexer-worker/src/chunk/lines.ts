/** Offset of the line after the one `at` stands in, or the end of the text. A line ends with \n, \r\n or \r. */
export function nextLineStart(text: string, at: number): number {
  for (let index = at; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === 10) return index + 1;
    if (code === 13) return text.charCodeAt(index + 1) === 10 ? index + 2 : index + 1;
  }
  return text.length;
}

/** Where the line that ends right before `at` ends without its line break; never before `floor`. */
export function lineEndBefore(text: string, at: number, floor: number): number {
  let end = at;
  if (end > floor && text.charCodeAt(end - 1) === 10) end -= 1;
  if (end > floor && text.charCodeAt(end - 1) === 13) end -= 1;
  return end;
}

/** One line: `[start, end)` without its line break; the next one starts at `next`. */
export interface Line {
  start: number;
  end: number;
  next: number;
}

/** The lines of a text in order; none for the empty text, and none after a final line break. */
export function* eachLine(text: string): Generator<Line> {
  let start = 0;
  while (start < text.length) {
    const next = nextLineStart(text, start);
    yield { start, end: lineEndBefore(text, next, start), next };
    start = next;
  }
}
