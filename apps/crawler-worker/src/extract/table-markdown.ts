import type { DomElement } from './dom.js';

/** A table that lays out a page rather than data: one column, or other blocks inside its cells. */
export function isLayoutTable(table: DomElement): boolean {
  if (table.matches('[role="presentation"], [role="none"]')) return true;
  if (table.querySelector('table, h1, h2, h3, pre') !== null) return true;
  const rows = rowsOf(table);
  return rows.length === 0 || rows.every((row) => cellsOf(row).length <= 1);
}

/** Takes a table and the Markdown of each cell; gives a GFM table, its first row the header. Spans are filled with blanks. */
export function tableMarkdown(table: DomElement, cellText: (cell: DomElement) => string): string {
  const rows: string[][] = [];
  for (const row of rowsOf(table)) {
    const cells = cellsOf(row).flatMap((cell) => {
      const span = Math.min(Math.max(Number(cell.getAttribute('colspan')) || 1, 1), 50);
      return [inOneLine(cellText(cell)), ...Array.from({ length: span - 1 }, () => '')];
    });
    if (cells.some((cell) => cell !== '')) rows.push(cells);
  }
  const width = Math.max(0, ...rows.map((row) => row.length));
  const [first, ...rest] = rows;
  if (!first || width === 0) return '';
  const line = (cells: string[]) =>
    `| ${Array.from({ length: width }, (_, index) => cells[index] ?? '').join(' | ')} |`;
  const caption = table.querySelector('caption')?.textContent?.replace(/\s+/g, ' ').trim();
  const lines = [line(first), line(Array.from({ length: width }, () => '---')), ...rest.map(line)];
  return `\n\n${caption ? `${caption}\n\n` : ''}${lines.join('\n')}\n\n`;
}

function rowsOf(table: DomElement): DomElement[] {
  return [...table.querySelectorAll('tr')].filter((row) => row.closest('table') === table);
}

function cellsOf(row: DomElement): DomElement[] {
  return [...row.children].filter((cell) => cell.nodeName === 'TD' || cell.nodeName === 'TH');
}

function inOneLine(text: string): string {
  return text
    .trim()
    .replace(/\s*\n\s*/g, ' ')
    .replace(/\\?\|/g, '\\|');
}
