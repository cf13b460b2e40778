// Columns of numbers: are they, between which bounds, and where to cut them.
import { FormatError, show } from '@xpxlc/core';
import { hintOn } from '../cells/bad-row.ts';
import { isRespelt, numberSql } from '../table/cell.ts';
import type { TableColumn } from '../table/table.ts';
import type { Plan } from './plan.ts';

/** What is known of a column of numbers. */
export interface NumberColumn {
  readonly column: TableColumn;
  /** SQL of the cell as a double. */
  readonly sql: string;
  readonly kind: 'real' | 'integer';
  readonly lower: number;
  readonly upper: number;
}

/**
 * Read the bounds of columns of numbers. Missing cells are passed over.
 *
 * @throws {FormatError} `not-a-number`, with the first cell that is none; `no-rows` when there is no number at all.
 */
export async function describeNumbers(
  { table, relation }: Pick<Plan, 'table' | 'relation'>,
  columns: readonly TableColumn[],
): Promise<NumberColumn[]> {
  if (columns.length === 0) return [];
  const cells = columns.map(({ sql, type }) => numberSql(sql, type, isRespelt(columns.length)));
  const wanted = cells.flatMap((x, j) => {
    const { sql } = columns[j];
    const bad = `${sql} IS NOT NULL AND (${x} IS NULL OR NOT isfinite(${x}))`;
    return [
      `count(*) FILTER (WHERE ${bad})`,
      `min(${x})`,
      `max(${x})`,
      `bool_and(${x} = trunc(${x}) AND abs(${x}) <= 9007199254740991)`,
      `first(${sql}::VARCHAR) FILTER (WHERE ${bad})`,
    ];
  });
  const [row] = await table.query(`SELECT ${wanted.join(', ')} FROM ${relation}`);
  return columns.map((column, j) => {
    const [bad, lower, upper, whole, cell] = row.slice(5 * j, 5 * j + 5);
    if (Number(bad) > 0) {
      throw new FormatError('not a number', {
        code: 'not-a-number',
        place: `${table.place}, column '${column.name}'`,
        expected: 'finite numbers only',
        got: `${show(cell)}${Number(bad) > 1 ? ` and ${Number(bad) - 1} more` : ''}`,
        ...(column.type === 'VARCHAR' ? hintOn({ kind: 'real' }, String(cell)) : {}),
      });
    }
    if (lower === null) {
      throw new FormatError('no numbers', {
        code: 'no-rows',
        place: `${table.place}, column '${column.name}'`,
        expected: 'at least one number',
        got: 'none',
      });
    }
    const kind = whole === true ? 'integer' : 'real';
    return { column, sql: cells[j], kind, lower: Number(lower), upper: Number(upper) };
  });
}

/**
 * Cuts that divide the training rows into bins of about the same size: the quantiles k/count by linear interpolation,
 * as scikit-learn's KBinsDiscretizer has them; fewer where they coincide.
 */
export async function quantileCuts(
  plan: Plan,
  training: string,
  wanted: readonly { readonly number: NumberColumn; readonly bins: number }[],
): Promise<number[][]> {
  if (wanted.length === 0) return [];
  const lists = wanted.map(({ number, bins }) => {
    const levels = Array.from({ length: bins - 1 }, (_, j) => (j + 1) / bins);
    return `quantile_cont(${number.sql}, [${levels.join(', ')}])`;
  });
  const [row] = await plan.table.query(
    `SELECT ${lists.map((list) => `to_json(${list})::VARCHAR`).join(', ')} FROM ${training}`,
  );
  return wanted.map(({ number }, j) => {
    const cuts = JSON.parse(String(row[j])) as number[];
    return [...new Set(cuts)].filter((cut) => cut > number.lower && cut <= number.upper);
  });
}

/** A double as SQL, exactly. */
export function literal(x: number): string {
  return `'${x}'::DOUBLE`; // quoted: a bare number with a point is a decimal first, and rounded twice
}

/** SQL of the number of the bin a cell falls into, bins closed on the left. */
export function binSql(sql: string, cuts: readonly number[]): string {
  return cuts.length === 0 ? '0' : cuts.map((cut) => `(${sql} >= ${literal(cut)})::INTEGER`).join(' + ');
}
