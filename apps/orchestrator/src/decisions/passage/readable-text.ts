/** A change to Markdown, left out where a text holds none of its marks: most texts hold hardly any. */
interface Step {
  marks: readonly string[];
  apply: (text: string) => string;
}

const STEPS: readonly Step[] = [
  { marks: ['<!--'], apply: (text) => text.replace(/<!--[\s\S]*?-->/gu, ' ') },
  { marks: [']('], apply: (text) => text.replace(/!\[[^\]]{0,300}\]\([^)]{0,1000}\)/gu, '') },
  { marks: [']('], apply: (text) => text.replace(/\[([^\]]{0,300})\]\([^)]{0,1000}\)/gu, '$1') },
  { marks: [']['], apply: (text) => text.replace(/\[([^\]]{1,300})\]\[[^\]]{0,100}\]/gu, '$1') },
  { marks: ['<'], apply: withoutTags },
  { marks: [''], apply: (text) => text.replace(/^\s*(?:[-*+•]|\d{1,3}[.)])\s+/u, '') },
  { marks: ['>'], apply: (text) => text.replace(/^\s*>\s?(?:\[![A-Z]+\]\s*)?/gmu, '') },
  { marks: ['#'], apply: (text) => text.replace(/^\s{0,3}#{1,6}\s+/u, '') },
  {
    marks: ['**', '__'],
    apply: (text) => text.replace(/(\*\*|__)(?=\S)(.{1,300}?)(?<=\S)\1/gu, '$2'),
  },
  {
    marks: ['*'],
    apply: (text) =>
      text.replace(/(?<![\p{L}\p{N}*])\*(?=[^\s*])([^*\n]{1,200}?)\*(?![\p{L}\p{N}*])/gu, '$1'),
  },
  {
    marks: ['\\'],
    apply: (text) => text.replace(/\\(?=\n|$)/gu, ' ').replace(/\\([*_[\]<>#|`~-])/gu, '$1'),
  },
  // A single space is as it should be.
  { marks: [''], apply: (text) => text.replace(/\s{2,}|[^\S ]/gu, ' ').trim() },
];

/** Tags become spaces; what stands in code is no tag. */
function withoutTags(text: string): string {
  return text.replace(
    /(`[^`\n]{1,200}`)|<\/?(?:[a-z][a-z0-9]{0,12})(?:\s[^<>]{0,400})?\/?>/giu,
    (_tag, code: string | undefined) => code ?? ' ',
  );
}

/** Markdown of a unit as a sentence to read: links become their text, emphasis and list marks go, code marks stay. */
export function readableText(markdown: string): string {
  let text = markdown;
  for (const { marks, apply } of STEPS) if (marks.some((mark) => text.includes(mark))) text = apply(text);
  return text;
}

/** The cells of a Markdown table row, without the outer bars. */
export function cellsOf(row: string): string[] {
  return row
    .trim()
    .replace(/^\|/u, '')
    .replace(/\|$/u, '')
    .split(/(?<!\\)\|/u)
    .map((cell) => readableText(cell));
}

/** A table row as a sentence: each cell behind its column's name. */
export function readableRow(row: string, header: string | null): string {
  const cells = cellsOf(row);
  const names = header === null ? [] : cellsOf(header);
  return cells
    .map((cell, i) =>
      cell === '' ? '' : names[i] === undefined || names[i] === '' ? cell : `${names[i]}: ${cell}`,
    )
    .filter((cell) => cell !== '')
    .join('; ');
}
