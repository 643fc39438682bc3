/** Markdown of a unit as a sentence to read: links become their text, emphasis and list marks go, code marks stay. */
export function readableText(markdown: string): string {
  return markdown
    .replace(/<!--[\s\S]*?-->/gu, ' ')
    .replace(/!\[[^\]]{0,300}\]\([^)]{0,1000}\)/gu, '')
    .replace(/\[([^\]]{0,300})\]\([^)]{0,1000}\)/gu, '$1')
    .replace(/\[([^\]]{1,300})\]\[[^\]]{0,100}\]/gu, '$1')
    .replace(
      /(`[^`\n]{1,200}`)|<\/?(?:[a-z][a-z0-9]{0,12})(?:\s[^<>]{0,400})?\/?>/giu,
      (_tag, code: string | undefined) => code ?? ' ',
    )
    .replace(/^\s*(?:[-*+•]|\d{1,3}[.)])\s+/u, '')
    .replace(/^\s*>\s?(?:\[![A-Z]+\]\s*)?/gmu, '')
    .replace(/^\s{0,3}#{1,6}\s+/u, '')
    .replace(/(\*\*|__)(?=\S)(.{1,300}?)(?<=\S)\1/gu, '$2')
    .replace(/(?<![\p{L}\p{N}*])\*(?=[^\s*])([^*\n]{1,200}?)\*(?![\p{L}\p{N}*])/gu, '$1')
    .replace(/\\(?=\n|$)/gu, ' ')
    .replace(/\\([*_[\]<>#|`~-])/gu, '$1')
    .replace(/\s+/gu, ' ')
    .trim();
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
