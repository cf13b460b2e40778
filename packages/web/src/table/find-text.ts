// In which rows does a text occur? Each distinct text of a column is looked at once. Numbers are found by their beginning, and tried as text
// only where their size allows it: making texts of millions of numbers would take longer than typing.
import { MARK, NO_CELL, type NumberColumn, type TableColumn, type TextColumn, textAt } from './table.ts';

/** Set `found[row]` to 1 in rows where a cell has the text, in upper or lower case; of numbers, where it begins so. */
export function findText(column: TableColumn, text: string, found: Uint8Array): void {
  const wanted = text.toLowerCase();
  if (column.kind === 'text') findInTexts(column, wanted, found);
  else findInNumbers(column, wanted, found);
}

function findInTexts({ codes, texts }: TextColumn, wanted: string, found: Uint8Array): void {
  const hits = Uint8Array.from(texts, (text) => (text.toLowerCase().includes(wanted) ? 1 : 0));
  if (!hits.includes(1)) return;
  for (let r = 0; r < found.length; r++) if (codes[r] !== NO_CELL && hits[codes[r]] === 1) found[r] = 1;
}

function findInNumbers(column: NumberColumn, wanted: string, found: Uint8Array): void {
  const { numbers, marks, odd = new Map<number, string>() } = column;
  for (const [row, text] of odd)
    if (row < found.length && text.toLowerCase().includes(wanted)) found[row] = 1;
  if (!/^-?(\d+(\.\d*)?(e([+-]\d*)?)?)?$/.test(wanted)) return;
  const ranges = rangesOf(wanted);
  for (let r = 0; r < found.length; r++) {
    if (found[r] === 1 || (marks !== undefined && marks[r] >= MARK.odd)) continue;
    const x = numbers[r];
    if (!Number.isNaN(x) && ranges(x) && (textAt(column, r) as string).startsWith(wanted)) found[r] = 1;
  }
}

/** From these sizes on texts may have an exponent. */
const LARGE = 1e21;
const SMALL = 1e-6;

/** Whether a number of that size may begin so. */
function rangesOf(wanted: string): (x: number) => boolean {
  const negative = wanted.startsWith('-');
  const digits = negative ? wanted.slice(1) : wanted;
  if (digits === '') return (x) => x < 0;
  if (digits.includes('e')) return (x) => Math.abs(x) >= LARGE || Math.abs(x) < SMALL;
  const start = Number(digits);
  const point = digits.indexOf('.');
  const step = 10 ** -(point < 0 ? 0 : digits.length - point - 1);
  const powers = point < 0 && start > 0 ? 21 : 1;
  const from = Float64Array.from({ length: powers }, (_, j) => start * 10 ** j);
  // A little more than the next number of as many digits: what counts is the text.
  const to = Float64Array.from({ length: powers }, (_, j) => (start + step) * 10 ** j * (1 + 2 ** -50));
  return (x) => {
    if (x < 0 !== negative) return false;
    const size = negative ? -x : x;
    if (size >= LARGE || size < SMALL) return true;
    for (let j = 0; j < powers && size >= from[j] * (1 - 2 ** -50); j++) if (size <= to[j]) return true;
    return false;
  };
}
