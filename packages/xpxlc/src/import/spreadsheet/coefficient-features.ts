// Lines of coefficients → features: a number has one line, a category one per level.
import type { Bounds } from '../paper/bounds.ts';
import { quoted } from '../paper/lines.ts';
import { type ColumnName, readColumnName } from './column-name.ts';
import { readCell } from './number-cell.ts';
import { refuseLine } from './rows.ts';

/** What users may say about names of columns. */
export interface ColumnOptions {
  /**
   * Columns that are levels of a category but not named as in a formula: per feature a prefix (`{ job: 'job_' }`), or the level
   * of each column (`{ job: { job_clerk: 'clerk' } }`).
   */
  readonly dummies?: { readonly [feature: string]: string | { readonly [column: string]: string } };
  /** `'plain'`: names are names, whatever brackets and colons they have. Default `'formula'`. */
  readonly names?: 'formula' | 'plain';
}

/** One line: a name and its coefficients, one per score. */
export interface CoefficientLine {
  readonly name: string;
  readonly values: readonly number[];
  readonly line: number;
  readonly bounds: { readonly lower: string; readonly upper: string; readonly integer: string };
}

/** A feature with its coefficients. */
export type CoefficientFeature =
  | {
      readonly kind: 'number';
      readonly name: string;
      readonly line: number;
      readonly values: readonly number[];
      readonly bounds: Bounds | undefined;
    }
  | {
      readonly kind: 'levels';
      readonly name: string;
      readonly line: number;
      readonly levels: Map<string, CoefficientLine>;
      /** Levels that are measured against another one (`T.`), which may have no line. */
      readonly reduced: boolean;
      /** That other one, as far as the lines say: in the formula's term, or by a line `job[nurse]` among `job[T.…]`. */
      readonly reference: string | undefined;
      /** A level that is not measured against another. */
      readonly whole: string | undefined;
    };

/** Put a line where it belongs. */
export function addCoefficient(
  features: Map<string, CoefficientFeature>,
  entry: CoefficientLine,
  options: ColumnOptions,
): void {
  const { name, line } = entry;
  const column = columnOf(name, options);
  if (column.kind === 'unsupported' || column.kind === 'intercept')
    throw refuseLine(line, column.kind === 'intercept' ? 'an intercept' : column.reason, {
      code: 'unsupported',
      expected: "raw columns and levels of categories (names: 'plain' if this is a mere name)",
      got: quoted(name),
    });
  const found = features.get(column.feature);
  const twice = (): Error =>
    refuseLine(line, 'the same coefficient twice', {
      code: 'duplicate-name',
      expected: `the one of line ${found?.line} only, and a feature is a number or has levels`,
      got: quoted(name),
    });
  if (column.feature === '' || (column.kind === 'level' && column.level === ''))
    throw refuseLine(line, 'a name is missing', {
      code: 'empty-name',
      expected: 'a feature, or a level',
      got: quoted(name),
    });
  if (column.kind === 'number') {
    if (found !== undefined) throw twice();
    features.set(column.feature, {
      kind: 'number',
      name: column.feature,
      line,
      values: entry.values,
      bounds: readBoundsCells(column.feature, entry),
    });
    return;
  }
  if (Object.values(entry.bounds).some((cell) => cell !== ''))
    throw refuseLine(line, 'bounds of a category', {
      code: 'bad-bound',
      expected: 'empty cells',
      got: quoted(name),
    });
  if (found?.kind === 'number' || found?.levels.has(column.level)) throw twice();
  const levels = found?.levels ?? new Map<string, CoefficientLine>();
  levels.set(column.level, entry);
  features.set(column.feature, {
    kind: 'levels',
    name: column.feature,
    line: found?.line ?? line,
    levels,
    reduced: found?.reduced === true || column.reduced,
    reference: found?.reference ?? column.reference,
    whole: found?.whole ?? (column.reduced ? undefined : column.level),
  });
}

/** The user's own assignment of columns comes before what their names say. */
function columnOf(name: string, { dummies = {}, names }: ColumnOptions): ColumnName {
  for (const [feature, columns] of Object.entries(dummies)) {
    if (typeof columns === 'string' ? name.startsWith(columns) : Object.hasOwn(columns, name)) {
      const level = typeof columns === 'string' ? name.slice(columns.length) : columns[name];
      return { kind: 'level', feature, level, reduced: true };
    }
  }
  return names === 'plain' ? { kind: 'number', feature: name } : readColumnName(name);
}

function readBoundsCells(
  name: string,
  { line, bounds: { lower, upper, integer } }: CoefficientLine,
): Bounds | undefined {
  if (lower === '' && upper === '' && integer === '') return undefined;
  const whole = /^(?:integer|true|1)$/i.test(integer);
  if (!whole && !/^(?:real|false|0)?$/i.test(integer))
    throw refuseLine(line, 'neither integer nor real', {
      code: 'bad-flag',
      expected: "'integer', 'true' or '1'; 'real', 'false', '0' or nothing",
      got: quoted(integer),
    });
  const low = lower === '' ? Number.NEGATIVE_INFINITY : readCell(lower, line, `lower bound of '${name}'`);
  const high = upper === '' ? Number.POSITIVE_INFINITY : readCell(upper, line, `upper bound of '${name}'`);
  if (low > high)
    throw refuseLine(line, `feature '${name}': an empty domain`, {
      code: 'empty-domain',
      expected: 'lower ≤ upper',
      got: `${lower}, ${upper}`,
    });
  return { name, lower: low, upper: high, integer: whole };
}
