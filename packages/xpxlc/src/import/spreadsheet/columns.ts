// Which column is which? By the names that libraries give them, or by those the user says.
import { FormatError } from '@xpxlc/core';
import { quoted } from '../paper/lines.ts';
import { type Row, refuseLine } from './rows.ts';

/** The position of a column; the user's name for it comes before the usual ones. Upper and lower case are the same. */
export function findColumn(
  header: Row,
  usual: readonly string[],
  named: string | undefined,
): number | undefined {
  if (named !== undefined) {
    const exact = header.cells.indexOf(named);
    if (exact >= 0) return exact;
    throw new FormatError('no such column', {
      code: 'no-such-column',
      place: `line ${header.line}`,
      expected: `one of ${header.cells.slice(0, 12).map(quoted).join(', ')}`,
      got: quoted(named),
    });
  }
  const lower = header.cells.map((cell) => cell.toLowerCase());
  const at = usual.map((name) => lower.indexOf(name)).find((index) => index >= 0);
  if (at !== undefined && lower.indexOf(lower[at], at + 1) >= 0)
    throw refuseLine(header.line, 'two columns of the same name', {
      code: 'duplicate-column',
      expected: 'one of each',
      got: quoted(header.cells[at]),
    });
  return at;
}

/** The same, for a column that must be there. */
export function needColumn(header: Row, usual: readonly string[], named: string | undefined): number {
  const at = findColumn(header, usual, named);
  if (at !== undefined) return at;
  throw refuseLine(header.line, 'a column is missing', {
    code: 'no-such-column',
    expected: `a column ${usual.map(quoted).join(' or ')}, or its name as an option`,
    got: quoted(header.cells.join(', ')),
  });
}
