// Rows of a table → blocks of numbers that the core explains: codes of categories and doubles in typed arrays, with the
// number of each row in the source. A bad row keeps its place, holds values the core takes for bad, and says what is wrong.
import { type Feature, FormatError, InternalError } from '@xpxlc/core';
import { badRow, cellTrouble, isOfTarget, oneOf, shapeTrouble, type Trouble } from '../cells/bad-row.ts';
import { badCell, type CellArray, readCell } from '../cells/read-cell.ts';
import type { RowBlock } from '../cells/row-block.ts';
import { type BadText, BadTexts } from './bad-texts.ts';
import { LineFinder } from './line-finder.ts';
import { OpenBlock, readChunk } from './open-block.ts';
import { planRows, type RowPlan, type RowQuestion } from './row-plan.ts';
import { RowStream } from './row-stream.ts';
import { OpenTable, type Table } from './table.ts';

/** What to read of a table. */
export interface EncodeOptions extends RowQuestion {
  /** Ranges of rows of the source, `from` included, `to` not; in increasing order. */
  readonly rows?: readonly { readonly from: number; readonly to: number }[];
  /** Rows with numbers beyond their bounds: bad (default), or listed as `beyond`. */
  readonly beyondBounds?: 'refuse' | 'list';
  /** Rows a block; by default 65,536, or fewer when there are many features. */
  readonly blockRows?: number;
}

const BLOCK_ROWS = 1 << 16;
const BLOCK_BYTES = 1 << 25;

/**
 * Read a table's rows as blocks of encoded rows, in order.
 *
 * @throws {FormatError} `unknown-column`, `duplicate-column`, `bad-filter`, or when the source turns out to be unreadable.
 * @throws {LimitError} when the source exceeds a limit.
 */
export async function* encodeRows(
  table: Table,
  features: readonly Feature[],
  options: EncodeOptions = {},
): AsyncGenerator<RowBlock, void, void> {
  if (!(table instanceof OpenTable)) throw new InternalError('a table not made by openTable');
  const plan = await planRows(table, features, options);
  const ranges = checkRanges(options.rows);
  const blockRows = options.blockRows ?? defaultRows(plan);
  const index = options.values === 'index';
  let describe: ReturnType<typeof describer> | undefined;
  const listBeyond = options.beyondBounds === 'list';
  const stream = new RowStream(table, plan.main, plan.failure, plan.seconds);
  // Sound tables pay nothing for what messages need.
  let texts: BadTexts | undefined;
  let lines: LineFinder | undefined;
  const lineOf = async (row: number): Promise<{ line?: number; file?: string }> => {
    lines ??= new LineFinder(table.lined);
    const found = await lines.at(row);
    if (found === undefined) return {};
    return table.lined.length > 1 ? found : { line: found.line };
  };
  let block = new OpenBlock(plan, features.length, blockRows);
  let badSeen = 0;
  try {
    for (let chunk = await stream.next(); chunk !== undefined; chunk = await stream.next()) {
      const first = stream.delivered - chunk.rowCount;
      if (ranges !== undefined && first >= (ranges.at(-1)?.to ?? 0)) break;
      const read = readChunk(plan, chunk, badSeen);
      badSeen = read.badSeen;
      const picked = pick(read.keep, chunk.rowCount, first, ranges);
      for (let done = 0; done < picked.length; ) {
        const count = Math.min(picked.length - done, blockRows - block.rows);
        const start = block.rows;
        for (let p = 0; p < count; p++) {
          const r = picked[done + p];
          if (read.flags[r] === 0) continue;
          if (read.ordinals[r] >= 0) texts ??= new BadTexts(table, plan);
          const text = read.ordinals[r] < 0 ? undefined : await texts?.at(read.ordinals[r]);
          if (text !== undefined && !index) respell(plan, read.items, r, text, table.nullText);
          describe ??= describer(table, plan, features.length, options);
          const trouble = describe((i) => read.items[i][r], text);
          if (listBeyond && (trouble === undefined || isOfTarget(trouble)))
            noteBeyond(block.beyond, start + p, plan.fields, (i) => read.items[i][r]);
          if (trouble === undefined) continue;
          const row = first + r;
          block.bad.push(badRow({ index: start + p, row, ...(await lineOf(row)) }, trouble));
        }
        block.take(read, picked.subarray(done, done + count), first);
        done += count;
        if (block.rows === blockRows) {
          yield block.finish();
          block = new OpenBlock(plan, features.length, blockRows);
        }
      }
    }
    if (block.rows > 0) yield block.finish();
  } finally {
    await stream.close();
    await texts?.close();
    await lines?.close();
  }
}

/** Understand cells of row r that are written otherwise. */
function respell(
  { fields }: RowPlan,
  items: readonly CellArray[],
  r: number,
  { texts, shape }: BadText,
  nullText: readonly string[],
): void {
  if (shape !== 0) return;
  for (const [i, text] of texts.entries()) {
    if (text === null || !Object.is(items[i][r], badCell(fields[i]))) continue;
    const value = readCell(fields[i], text, nullText);
    // A number that is too large for a double is none.
    if (value !== undefined && Number.isFinite(value)) items[i][r] = value;
  }
}

/** Fewer rows when they are wide. */
function defaultRows({ cells }: RowPlan): number {
  return Math.max(256, Math.min(BLOCK_ROWS, Math.floor(BLOCK_BYTES / (8 * (cells.length + 1)))));
}

function checkRanges(ranges: EncodeOptions['rows']): EncodeOptions['rows'] {
  ranges?.forEach(({ from, to }, i) => {
    if (!(from >= (i === 0 ? 0 : ranges[i - 1].to) && to >= from)) {
      throw new FormatError('bad ranges of rows', {
        code: 'bad-option',
        place: "option 'rows'",
        expected: 'ranges in increasing order that do not overlap',
        got: `${from} to ${to}`,
      });
    }
  });
  return ranges;
}

/** All rows of a chunk, of which there are 2,048 at most. */
const EVERY = Int32Array.from({ length: 2048 }, (_, r) => r);

/** The wanted rows of a chunk. */
function pick(
  keep: Uint8Array | undefined,
  rows: number,
  first: number,
  ranges: EncodeOptions['rows'],
): Int32Array {
  if (keep === undefined && ranges === undefined) return EVERY.subarray(0, rows);
  const picked = new Int32Array(rows);
  let count = 0;
  for (let r = 0; r < rows; r++) {
    if (keep !== undefined && keep[r] === 0) continue;
    const row = first + r;
    if (ranges === undefined || ranges.some((range) => row >= range.from && row < range.to))
      picked[count++] = r;
  }
  return picked.subarray(0, count);
}

/** List a flagged row if one of its numbers is beyond its bounds; it may have been flagged for a missing one. */
function noteBeyond(
  beyond: number[],
  at: number,
  fields: readonly Feature[],
  value: (i: number) => number,
): void {
  const isBeyond = (field: Feature, x: number): boolean =>
    field.kind !== 'categorical' && (x < field.lower || x > field.upper);
  if (fields.some((field, i) => isBeyond(field, value(i)))) beyond.push(at);
}

/** Says what is wrong with a row: as a whole, else in its first bad feature, else in its target. */
function describer(
  table: OpenTable,
  { fields, columns }: RowPlan,
  features: number,
  { values, beyondBounds }: EncodeOptions,
) {
  const index = values === 'index';
  const expected = fields.map((field) => (field.kind === 'categorical' ? oneOf(field.values) : ''));
  return (value: (i: number) => number, text: BadText | undefined): Trouble | undefined => {
    if (text !== undefined && text.shape !== 0)
      return shapeTrouble(text.shape, table.columns.length, text.count);
    for (const [i, field] of fields.entries()) {
      const trouble = cellTrouble(field, value(i), text?.texts[i], {
        index,
        nullText: table.nullText,
        expected: expected[i],
        isText: table.columns[columns[i]].type === 'VARCHAR',
      });
      if (trouble === undefined) continue;
      if (trouble.code === 'out-of-bounds' && beyondBounds === 'list') continue;
      if (i < features) return { ...trouble, column: `feature '${field.name}'`, feature: field.name };
      const unknown = trouble.code === 'unknown-category';
      return {
        ...trouble,
        column: `column '${field.name}'`,
        ...(unknown ? { code: 'unknown-class', what: 'unknown class' } : {}),
      };
    }
    return undefined;
  };
}
