// A cell → a finite number, or an error that names the line and what the number is.
import { quoted } from '../paper/lines.ts';
import { toNumber } from '../paper/numbers.ts';
import { refuseLine } from './rows.ts';

/** The double nearest to the decimal in a cell. */
export function readCell(text: string, line: number, what: string): number {
  const x = toNumber(text.replace(/^\u2212/, '-'));
  if (x !== undefined) return x;
  throw refuseLine(line, `${what}: not a finite number`, {
    code: 'bad-number',
    expected: 'a decimal number with a point',
    got: text === '' ? 'an empty cell' : quoted(text),
  });
}
