// Numbers as bars of text: how much of a threshold each drop covers.

/** A bar of `value` on a scale where `full` is `width` cells; eighths of a cell are drawn. */
export function bar(value: number, full: number, width: number): string {
  if (!(full > 0) || !(value > 0)) return '';
  const eighths = Math.round(Math.min(1, value / full) * width * 8);
  return '█'.repeat(eighths >> 3) + ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'][eighths & 7];
}

/** Lines with cells padded to common widths; numbers (`right`) to the right. */
export function aligned(rows: readonly (readonly string[])[], right: readonly number[] = []): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    rows.reduce((most, row) => Math.max(most, row[column].length), 0),
  );
  return rows.map((row) =>
    row
      .map((cell, column) =>
        right.includes(column) ? cell.padStart(widths[column]) : cell.padEnd(widths[column]),
      )
      .join('  ')
      .trimEnd(),
  );
}
