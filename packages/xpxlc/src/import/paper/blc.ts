// BLC: a linear classifier over Booleans. v = w_0 + Σ w_i·x_i with x_i 0 or 1; class 0 iff v > 0, otherwise class 1.

import { FormatError, type LinearModel, linearModel, type Model } from '@xpxlc/core';
import { add, subtract } from '@xpxlc/core/exact';
import { asDouble, fold, type TwoClassOptions } from './fold.ts';
import { LineReader, type Place } from './lines.ts';
import { fitNames, type Names } from './names.ts';
import { plainText, readCount, readNumber } from './numbers.ts';

/** The numbers of a BLC file. */
export interface BlcText {
  readonly w0: number;
  readonly weights: readonly number[];
  readonly countAt: Place;
}

/**
 * Read a BLC file as a model over categories `0` and `1` (or as the names have it, false first). As with XLC the row of
 * weights speaks for the second class, and ties go to it.
 *
 * @throws {FormatError} with line and column.
 * @example
 * ```ts
 * import { readBlc } from 'xpxlc/import';
 * readBlc('2\n-0.5\n1\n2\n').weights; // => [[[0, -1], [0, -2]]]
 * ```
 */
export function readBlc(text: string, { names }: { readonly names?: Names } = {}): LinearModel {
  const { w0, weights, countAt } = parseBlc(text);
  const { classes, features } = fitNames(names, {
    classes: 2,
    reals: 0,
    sizes: weights.map(() => 2),
    countAt,
    sizesAt: weights.map(() => countAt),
  });
  return linearModel({
    classes,
    tieOrder: [classes[1], classes[0]],
    features: features.map(({ name, values = [] }) => ({ name, values })),
    weights: weights.map((w) => [0, -w]),
    intercept: -w0,
  });
}

/** The structure of a BLC file, checked. */
export function parseBlc(text: string): BlcText {
  const lines = new LineReader(text);
  const { count, at: countAt } = readCount(lines, 'the number of features');
  const w0 = readNumber(lines.takeOne('w_0'));
  const weights = Array.from({ length: count }, (_, i) => readNumber(lines.takeOne(`w_${i + 1}`)));
  lines.finish();
  return { w0, weights, countAt };
}

/**
 * Write a two-class model over features with two categories each as a BLC file that decides every instance as the model
 * does; the first category is 0, the second 1.
 *
 * @throws {FormatError} `not-representable` for other features, and as `writeXlc`.
 */
export function writeBlc(model: Model, options: TwoClassOptions = {}): string {
  const { rounding } = options;
  const { bias, reals, tables } = fold(model, options);
  const other = reals[0]?.feature ?? tables.find(({ values }) => values.length !== 2)?.feature;
  if (other !== undefined) {
    throw new FormatError('the format holds Booleans only', {
      code: 'not-representable',
      place: `feature '${other.name}'`,
      expected: '2 categories',
      got: other.kind === 'categorical' ? String(other.values.length) : 'a number',
    });
  }
  const w0 = tables.reduce((sum, { values }) => add(sum, values[0]), bias);
  const weights = tables.map(({ feature, values }) =>
    asDouble(subtract(values[1], values[0]), `feature '${feature.name}'`, rounding),
  );
  return `${[weights.length, ...[asDouble(w0, 'intercept', rounding), ...weights].map(plainText)].join('\n')}\n`;
}
