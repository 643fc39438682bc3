/** Marks of Markdown, quotes and white space: a quote may leave them out or write them otherwise. */
const IGNORED = /[\s*_`\\>#|"'“”‘’„«»]/u;
const SHORTEST = 3;

/**
 * Where a quote stands in a text: verbatim, else without regard to white space, Markdown marks, quotation marks and case.
 * Gives offsets in UTF-16 units, or null when it is not there.
 */
export function locateQuote(content: string, quote: string): { start: number; end: number } | null {
  const trimmed = quote.trim();
  if (trimmed.length === 0) return null;
  const exact = content.indexOf(trimmed);
  if (exact !== -1) return { start: exact, end: exact + trimmed.length };
  const wanted = squeeze(trimmed).text;
  if (wanted.length < SHORTEST) return null;
  const { text, places } = squeeze(content);
  const at = text.indexOf(wanted);
  if (at === -1) return null;
  const start = places[at];
  const last = places[at + wanted.length - 1];
  if (start === undefined || last === undefined) return null;
  return { start, end: endOfCharacter(content, last) };
}

/** A text without the ignored characters, in lower case, with the place of each unit in the original. */
function squeeze(text: string): { text: string; places: number[] } {
  const kept: string[] = [];
  const places: number[] = [];
  for (let i = 0; i < text.length; i += 1) {
    const unit = text[i] ?? '';
    if (IGNORED.test(unit)) continue;
    const lower = unit.toLowerCase();
    // Some letters grow when lowered (İ): those are kept as they are, or places would shift.
    kept.push(lower.length === 1 ? lower : unit);
    places.push(i);
  }
  return { text: kept.join(''), places };
}

/** A quote never ends between the halves of a surrogate pair. */
function endOfCharacter(content: string, last: number): number {
  const code = content.charCodeAt(last);
  const next = content.charCodeAt(last + 1);
  return code >= 0xd800 && code <= 0xdbff && next >= 0xdc00 && next <= 0xdfff ? last + 2 : last + 1;
}
