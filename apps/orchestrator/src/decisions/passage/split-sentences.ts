const BOUNDARY =
  /[.!?]["'”’)\]*_`]*(?:\s+)|[。！？]["'”’)\]]*\s*|(?:\\|\s{2})\n|\n(?=\s*[\p{L}][\p{L} ]{0,24}:\s)/gu;
const ABBREVIATION =
  /(?:\b(?:e\.g|i\.e|etc|vs|approx|incl|resp|z\.B|d\.h|cf|no|fig|al|Mr|Mrs|Dr|St)\.|^\s*\d{1,3}\.)\s+$/iu;

/** Calls `give` with the start and end of every sentence of `text` between two offsets. */
export function splitSentences(
  text: string,
  from: number,
  to: number,
  give: (start: number, end: number) => void,
): void {
  const piece = text.slice(from, to);
  let start = 0;
  for (const match of piece.matchAll(BOUNDARY)) {
    const end = match.index + match[0].length;
    if (ABBREVIATION.test(piece.slice(Math.max(start, end - 12), end))) continue;
    // A full stop before a small letter ends no sentence (file.name, "Node. js").
    if (/^[.!?]/u.test(match[0]) && /^\p{Ll}/u.test(piece.slice(end, end + 2)) && !/^[?!]/u.test(match[0]))
      continue;
    give(from + start, from + end);
    start = end;
  }
  if (start < piece.length) give(from + start, from + piece.length);
}
