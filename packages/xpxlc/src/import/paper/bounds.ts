// Between which bounds does a numeric feature lie? XLC files do not say, and explanations depend on it: a file of
// bounds (CSV or JSON), or the range of the data.
import { FormatError, InstanceError, type Model } from '@xpxlc/core';
import { boundsFromJson } from './bounds-json.ts';
import { csvCells } from './csv-line.ts';
import { LineReader, type Place, quoted, refuse, type Token } from './lines.ts';
import { type Names, namesOf } from './names.ts';
import { readNumber, shortText } from './numbers.ts';

/** The domain of one numeric feature, bounds included; an infinite bound is none. */
export interface Bounds {
  readonly name: string;
  readonly lower: number;
  readonly upper: number;
  /** Whole numbers only. Default false. */
  readonly integer?: boolean;
}

/** Bounds and where they stand. */
export type PlacedBounds = Bounds & { readonly at: () => Place };

/**
 * Read bounds. CSV: a line `name,lower,upper` or `name,lower,upper,integer` per feature, names with commas or quotes in
 * double quotes, an empty cell for no bound on that side, a first line `name,lower,upper…` is passed over; the fourth
 * cell is `integer`, `true` or `1`, or `real`, `false`, `0` or empty. JSON: `[{ "name": …, "lower": …, "upper": …,
 * "integer": … }]` or `{ "age": [18, 99] }`, with `null` (or nothing) for no bound.
 *
 * @throws {FormatError} with line and column.
 * @example
 * ```ts
 * import { readBounds } from 'xpxlc/import';
 * readBounds('age,18,99,integer'); // => [{ name: 'age', lower: 18, upper: 99, integer: true }]
 * ```
 */
export function readBounds(text: string): Bounds[] {
  const entries = /^\s*[[{]/.test(text) ? boundsFromJson(text) : fromCsv(text);
  const seen = new Set<string>();
  return entries.map(({ at, ...bounds }) => {
    if (seen.has(bounds.name))
      throw refuse('the same feature twice', at(), {
        code: 'duplicate-name',
        expected: 'one entry per feature',
        got: quoted(bounds.name),
      });
    seen.add(bounds.name);
    if (bounds.lower > bounds.upper) {
      throw refuse('an empty domain', at(), {
        code: 'empty-domain',
        expected: 'lower ≤ upper',
        got: `${bounds.lower}, ${bounds.upper}`,
      });
    }
    return bounds;
  });
}

/**
 * The bounds of a model's numeric features as CSV, for {@link readBounds}.
 *
 * @throws {FormatError} `not-representable` for a name with a line break.
 */
export function writeBounds(model: Model): string {
  const lines = ['name,lower,upper,integer'];
  for (const feature of model.features) {
    if (feature.kind === 'categorical') continue;
    if (/[\r\n]/.test(feature.name)) {
      throw new FormatError('a name that the format cannot hold', {
        code: 'not-representable',
        place: 'features',
        expected: 'a name on one line',
        got: JSON.stringify(feature.name),
      });
    }
    const bound = (x: number): string => (Number.isFinite(x) ? shortText(x) : '');
    const name = `"${feature.name.replaceAll('"', '""')}"`;
    lines.push(`${name},${bound(feature.lower)},${bound(feature.upper)},${feature.kind === 'integer'}`);
  }
  return `${lines.join('\n')}\n`;
}

/**
 * The smallest and the largest value of each numeric feature in a table, whose cells are in the order of the features.
 *
 * @throws {InstanceError} when there is no row, or a cell of a numeric feature is not a finite number.
 */
export function boundsOfRows(source: Names | Model, rows: Iterable<readonly number[]>): Bounds[] {
  const reals = namesOf(source).features.flatMap(({ name, values }, i) =>
    values === undefined
      ? [{ name, i, lower: Number.POSITIVE_INFINITY, upper: Number.NEGATIVE_INFINITY }]
      : [],
  );
  let count = 0;
  for (const row of rows) {
    count += 1;
    for (const real of reals) {
      const x = row[real.i];
      if (!Number.isFinite(x)) {
        throw new InstanceError('not a finite number', {
          code: 'not-finite',
          place: `row ${count}, feature '${real.name}'`,
          expected: 'a finite number',
          got: String(x),
        });
      }
      real.lower = Math.min(real.lower, x);
      real.upper = Math.max(real.upper, x);
    }
  }
  if (count === 0)
    throw new InstanceError('no rows to take bounds from', {
      code: 'no-rows',
      expected: 'a row',
      got: 'none',
    });
  return reals.map(({ name, lower, upper }) => ({ name, lower, upper }));
}

function fromCsv(text: string): PlacedBounds[] {
  const lines = new LineReader(text);
  const entries: PlacedBounds[] = [];
  for (let first = true; lines.left > 0; first = false) {
    const line = lines.take('bounds');
    const row = csvCells(line);
    const header = row.slice(0, 3).map(({ text: cell }) => cell.toLowerCase());
    if (first && header.join() === 'name,lower,upper') continue;
    const [name, lower, upper, integer, extra] = row;
    if (upper === undefined || extra !== undefined) {
      throw refuse('wrong number of cells', row[0], {
        code: 'wrong-count',
        expected: 'name,lower,upper or name,lower,upper,integer',
        got: `${row.length} cells`,
      });
    }
    if (name.text === '')
      throw refuse('a name is missing', name, { code: 'empty-name', expected: 'the name of a feature' });
    const whole = integer !== undefined && readFlag(integer);
    entries.push({
      name: name.text,
      lower: lower.text === '' ? Number.NEGATIVE_INFINITY : readNumber(lower, 'a number or an empty cell'),
      upper: upper.text === '' ? Number.POSITIVE_INFINITY : readNumber(upper, 'a number or an empty cell'),
      ...(whole ? { integer: true } : {}),
      at: () => name,
    });
  }
  return entries;
}

function readFlag(cell: Token): boolean {
  const word = cell.text.toLowerCase();
  if (['integer', 'true', '1'].includes(word)) return true;
  if (['real', 'false', '0', ''].includes(word)) return false;
  throw refuse('neither integer nor real', cell, {
    code: 'bad-flag',
    expected: 'integer, true, 1, real, false, 0 or nothing',
    got: quoted(cell.text),
  });
}
