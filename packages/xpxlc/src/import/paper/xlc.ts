// XLC: a linear classifier over numbers and categories. v = w0 + Σ w·x + Σ table[x]; class 0 iff v > 0, otherwise class 1.
import { type LinearModel, linearModel, type Model } from '@xpxlc/core';
import type { Bounds } from './bounds.ts';
import { domainsOf } from './domains.ts';
import { asDouble, fold, type TwoClassOptions } from './fold.ts';
import { endOf, LineReader, type Place, refuse, tokensOf } from './lines.ts';
import { fitNames, type Names } from './names.ts';
import { plainText, readCount, readNumber, readWhole, shortText } from './numbers.ts';

/** Options of {@link readXlc}. */
export interface XlcOptions {
  /** From an XMAP file; without it classes are `0`, `1`, features `v0`, `v1`, … and categories `0`, `1`, …. */
  readonly names?: Names;
  /**
   * Domains of the numeric features, which the format lacks; required when there are any. `'unbounded'` says that every
   * number is possible.
   */
  readonly bounds?: readonly Bounds[] | 'unbounded';
}

/** The numbers of an XLC file, and where it states its sizes. */
export interface XlcText {
  readonly w0: number;
  readonly reals: readonly number[];
  readonly tables: readonly (readonly number[])[];
  readonly countAt: Place;
  readonly realsAt: Place;
  readonly sizesAt: readonly Place[];
}

/**
 * Read an XLC file. The model's row of weights speaks for the second class, as the core has it: the file's numbers with
 * their signs turned; ties go to the second class.
 *
 * @throws {FormatError} with line and column; `missing-bounds` when numeric features have none, `names-mismatch`.
 * @example
 * ```ts
 * import { readXlc } from 'xpxlc/import';
 * const model = readXlc('2\n-1.5\n1\n0.1\n1\n2 0.5 -0.5\n', { bounds: [{ name: 'v0', lower: 0, upper: 30 }] });
 * model.weights; // => [[-0.1, [-0.5, 0.5]]]
 * ```
 */
export function readXlc(text: string, { names, bounds }: XlcOptions = {}): LinearModel {
  const xlc = parseXlc(text);
  const { classes, features } = fitNames(names, {
    ...xlc,
    classes: 2,
    reals: xlc.reals.length,
    sizes: xlc.tables.map((row) => row.length),
  });
  const domains = domainsOf(features.slice(0, xlc.reals.length), bounds ?? [], xlc.realsAt);
  return linearModel({
    classes,
    tieOrder: [classes[1], classes[0]],
    features: features.map(({ name, values }, i) =>
      values === undefined ? { ...domains[i], name } : { name, values },
    ),
    weights: [...xlc.reals.map((w) => -w), ...xlc.tables.map((row) => row.map((w) => -w))],
    intercept: -xlc.w0,
  });
}

/** The structure of an XLC file, checked. */
export function parseXlc(text: string): XlcText {
  const lines = new LineReader(text);
  const { count, at: countAt } = readCount(lines, 'the number of features');
  const w0 = readNumber(lines.takeOne('w0'));
  const { count: realCount, at: realsAt } = readCount(lines, 'the number of numeric features');
  const reals = Array.from({ length: realCount }, (_, i) =>
    readNumber(lines.takeOne(`the coefficient of numeric feature ${i}`)),
  );
  const { count: categorical } = readCount(lines, 'the number of categorical features');
  if (realCount + categorical !== count) {
    throw refuse('the numbers of features do not add up', countAt, {
      code: 'wrong-count',
      expected: `${realCount} + ${categorical}`,
      got: String(count),
    });
  }
  const sizesAt: Place[] = [];
  const tables = Array.from({ length: categorical }, (_, j) => {
    const line = lines.take(`the weights of categorical feature ${j}`);
    const [size, ...values] = tokensOf(line);
    sizesAt.push(size);
    const domain = readWhole(size, 'the number of categories');
    if (domain === 0) {
      throw refuse('a feature without categories', size, {
        code: 'empty-domain',
        expected: 'at least 1',
        got: '0',
      });
    }
    if (values.length !== domain) {
      throw refuse('wrong number of weights', values[domain] ?? endOf(line), {
        code: 'wrong-count',
        expected: `${domain} weights, as announced`,
        got: String(values.length),
      });
    }
    return values.map((value) => readNumber(value));
  });
  lines.finish();
  return { w0, reals, tables, countAt, realsAt, sizesAt };
}

/**
 * Write a two-class model as an XLC file that decides every instance as the model does. Numeric features come first
 * (`paperOrder` gives the order); their bounds, and all names, go into files of their own (`writeBounds`, `writeXmap`).
 * Numbers are the shortest that read back unchanged; w0 and coefficients have no exponent.
 *
 * @throws {FormatError} when the model cannot be represented: `too-many-classes`, `tie-order`, `not-representable`,
 * `needs-rounding`, `number-too-large`.
 * @example
 * ```ts
 * import { linearModel } from '@xpxlc/core';
 * import { writeXlc } from 'xpxlc/import';
 * const model = linearModel({ classes: ['no', 'yes'], features: [{ name: 'x', values: ['a', 'b'] }], weights: [[-1, 2]] });
 * writeXlc(model, { firstClass: 'yes' }); // => '1\n0\n0\n1\n2 -1 2\n'
 * ```
 */
export function writeXlc(model: Model, options: TwoClassOptions = {}): string {
  const { rounding } = options;
  const { bias, reals, tables } = fold(model, options);
  const lines = [
    `${reals.length + tables.length}`,
    plainText(asDouble(bias, 'intercept', rounding)),
    `${reals.length}`,
    ...reals.map(({ feature, slope }) => plainText(asDouble(slope, `feature '${feature.name}'`, rounding))),
    `${tables.length}`,
    ...tables.map(({ feature, values }) => {
      const weights = values.map((value, v) =>
        asDouble(value, `feature '${feature.name}', value '${feature.values[v]}'`, rounding),
      );
      return [weights.length, ...weights.map(shortText)].join(' ');
    }),
  ];
  return `${lines.join('\n')}\n`;
}
