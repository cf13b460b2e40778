// Rows in the order of a column: stable, numbers by their size before texts, what is missing last whether up or down. Linear in the rows:
// keys are small whole numbers for texts, and bits of doubles for numbers.
import { readNumber } from 'xpxlc/cells';
import { NO_CELL, type NumberColumn, type TableColumn, type TextColumn } from './table.ts';

/** @param rows in the order that rows of the same key keep. */
export function sortRows(rows: Uint32Array, column: TableColumn, descending: boolean): Uint32Array {
  return column.kind === 'text' ? sortTexts(rows, column, descending) : sortNumbers(rows, column, descending);
}

/** By texts: their rank; that of a column is found once. */
const RANKS = new WeakMap<readonly string[], Uint32Array>();

function sortTexts(rows: Uint32Array, { codes, texts }: TextColumn, descending: boolean): Uint32Array {
  const ranks = RANKS.get(texts) ?? rankTexts(texts);
  RANKS.set(texts, ranks);
  const last = texts.length;
  const keyOf = (row: number): number => {
    const code = codes[row];
    if (code === NO_CELL || ranks[code] === MISSING) return last;
    return descending ? last - 1 - ranks[code] : ranks[code];
  };
  const keys = Uint32Array.from(rows, keyOf);
  const starts = new Uint32Array(last + 2);
  for (const key of keys) starts[key + 1] += 1;
  for (let k = 1; k < starts.length; k++) starts[k] += starts[k - 1];
  const sorted = new Uint32Array(rows.length);
  for (let i = 0; i < rows.length; i++) sorted[starts[keys[i]]++] = rows[i];
  return sorted;
}

/** The empty text has no rank. */
const MISSING = NO_CELL;

/** Numbers first; then texts, in upper and lower case alike where that makes a difference. Texts that are alike share no rank. */
function rankTexts(texts: readonly string[]): Uint32Array {
  const ranks = new Uint32Array(texts.length).fill(MISSING);
  const numbers: { readonly code: number; readonly x: number }[] = [];
  const words: { readonly code: number; readonly text: string; readonly key: string }[] = [];
  texts.forEach((text, code) => {
    if (text === '') return;
    const x = readNumber(text);
    if (Number.isNaN(x)) words.push({ code, text, key: text.toLowerCase() });
    else numbers.push({ code, x });
  });
  numbers.sort((a, b) => a.x - b.x || 0);
  words.sort((a, b) => compare(a.key, b.key) || compare(a.text, b.text));
  let rank = -1;
  let before: number | undefined;
  for (const { code, x } of numbers) {
    // 1 and 1.0 are the same number.
    if (x !== before) rank += 1;
    before = x;
    ranks[code] = rank;
  }
  for (const { code } of words) ranks[code] = ++rank;
  return ranks;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** By the bits of doubles, sixteen at a time. */
function sortNumbers(rows: Uint32Array, column: NumberColumn, descending: boolean): Uint32Array {
  const { numbers } = column;
  const words: { readonly row: number; readonly text: string }[] = [];
  const missing: number[] = [];
  const numeric: number[] = [];
  for (const row of rows) {
    const odd = column.odd?.get(row);
    if (!Number.isNaN(numbers[row])) numeric.push(row);
    else if (odd === undefined) missing.push(row);
    else words.push({ row, text: odd });
  }
  const sign = descending ? -1 : 1;
  words.sort(
    (a, b) => sign * (compare(a.text.toLowerCase(), b.text.toLowerCase()) || compare(a.text, b.text)),
  );
  const ordered = radixSort(Uint32Array.from(numeric), numbers, descending);
  const texts = words.map(({ row }) => row);
  const parts = descending ? [texts, ordered, missing] : [ordered, texts, missing];
  const sorted = new Uint32Array(rows.length);
  let at = 0;
  for (const part of parts) {
    sorted.set(part, at);
    at += part.length;
  }
  return sorted;
}

/** Stable; no NaN among the numbers. */
function radixSort(rows: Uint32Array, numbers: Float64Array, descending: boolean): Uint32Array {
  const count = rows.length;
  const keys = new Float64Array(count);
  // Without −0, the order of numbers is the order of their bits, those of negative ones turned round.
  for (let i = 0; i < count; i++) keys[i] = (descending ? -numbers[rows[i]] : numbers[rows[i]]) + 0;
  const bits = new BigUint64Array(keys.buffer);
  let [from, into] = [new Uint32Array(2 * count), new Uint32Array(2 * count)];
  const halves = new Uint32Array(bits.buffer);
  const low = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1 ? 0 : 1;
  for (let i = 0; i < count; i++) {
    const high = halves[2 * i + 1 - low];
    const negative = high >>> 31 === 1;
    from[2 * i] = negative ? ~halves[2 * i + low] : halves[2 * i + low];
    from[2 * i + 1] = negative ? ~high : high | 0x8000_0000;
  }
  let order: Uint32Array = rows;
  let next: Uint32Array = new Uint32Array(count);
  const starts = new Uint32Array(65_537);
  for (let digit = 0; digit < 4; digit++) {
    const half = digit >> 1;
    const shift = 16 * (digit & 1);
    starts.fill(0);
    for (let i = 0; i < count; i++) starts[((from[2 * i + half] >>> shift) & 0xffff) + 1] += 1;
    // All alike: nothing to do.
    if (starts.includes(count)) continue;
    for (let k = 1; k < starts.length; k++) starts[k] += starts[k - 1];
    for (let i = 0; i < count; i++) {
      const to = starts[(from[2 * i + half] >>> shift) & 0xffff]++;
      next[to] = order[i];
      into[2 * to] = from[2 * i];
      into[2 * to + 1] = from[2 * i + 1];
    }
    [from, into] = [into, from];
    // The caller's rows are never written to.
    [order, next] = [next, order === rows ? new Uint32Array(count) : order];
  }
  return order;
}
