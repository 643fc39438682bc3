/** One line of a report. */
export interface Figure {
  name: string;
  value: number;
  unit: string;
  /** The most it should be. */
  target?: number;
  /** What it is compared with in the same run, as text. */
  peer?: string;
}

const digits = (value: number) => (Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(1));

/** Prints figures as an aligned table; a missed target is marked and changes nothing else. */
export function printTable(figures: readonly Figure[], print: (line: string) => void): void {
  const rows = figures.map(({ name, value, unit, target, peer }) => [
    name,
    `${digits(value)} ${unit}`,
    target === undefined ? '' : `≤ ${target} ${unit}`,
    target === undefined ? '' : value <= target ? 'met' : 'MISSED',
    peer ?? '',
  ]);
  const table = [['figure', 'measured', 'target', '', 'beside, in the same run'], ...rows];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  for (const row of table) {
    print(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
  }
}
