// CNBC: a naive Bayes classifier over categories as probabilities: priors, then per feature a line per class.
import { type CategoricalNaiveBayes, categoricalNaiveBayes, FormatError, ModelError } from '@xpxlc/core';
import { inOrder, tieOrderOf } from './class-order.ts';
import type { TwoClassOptions } from './fold.ts';
import { endOf, type Line, LineReader, type Place, refuse, tokensOf } from './lines.ts';
import { fitNames, type Names } from './names.ts';
import { plainText, readCount, readNumber, readWhole, shortText } from './numbers.ts';
import { refuseStandIns } from './stand-ins.ts';

/** Options of {@link readCnbc}. */
export interface CnbcOptions {
  /** From an XMAP file; without it classes are `0`, `1`, …, features `v0`, `v1`, … and categories `0`, `1`, …. */
  readonly names?: Names;
}

/** Probabilities with the place where they stand. */
interface Row {
  readonly at: Place;
  readonly values: readonly number[];
}

/** The numbers of a CNBC file. */
export interface CnbcText {
  readonly prior: Row;
  /** `tables[feature][class]`. */
  readonly tables: readonly (readonly Row[])[];
  readonly countAt: Place;
  readonly sizesAt: readonly Place[];
}

/**
 * Read a CNBC file. Two classes: ties go to the second, as in the linear form of the same classifier (class 0 only when
 * it is strictly ahead); more classes: the one with the lowest index wins a tie. A probability of zero stands for
 * "never seen" and is treated as the paper says.
 *
 * @throws {FormatError} with line and column, also when probabilities do not add up to 1.
 * @example
 * ```ts
 * import { readCnbc } from 'xpxlc/import';
 * const model = readCnbc('2\n0.5\n0.5\n1\n2\n0.9 0.1\n0.2 0.8\n');
 * model.likelihood; // => [[[0.9, 0.1], [0.2, 0.8]]]
 * ```
 */
export function readCnbc(text: string, { names }: CnbcOptions = {}): CategoricalNaiveBayes {
  const cnbc = parseCnbc(text);
  const sizes = cnbc.tables.map(([row]) => row.values.length);
  const { classes, features } = fitNames(names, {
    ...cnbc,
    classes: cnbc.prior.values.length,
    reals: 0,
    sizes,
  });
  try {
    return categoricalNaiveBayes({
      classes,
      tieOrder: tieOrderOf(classes),
      features: features.map(({ name, values = [] }) => ({ name, values })),
      prior: cnbc.prior.values,
      likelihood: cnbc.tables.map((table) => table.map((row) => row.values)),
    });
  } catch (error) {
    throw error instanceof ModelError ? located(error, cnbc) : error;
  }
}

/** The structure of a CNBC file, checked. */
export function parseCnbc(text: string): CnbcText {
  const lines = new LineReader(text);
  const { count: classes, at: countAt } = readCount(lines, 'the number of classes');
  if (classes < 2) {
    throw refuse('too few classes', countAt, {
      code: 'too-few-classes',
      expected: 'at least 2',
      got: String(classes),
    });
  }
  const priors = Array.from({ length: classes }, (_, k) => lines.takeOne(`the prior of class ${k}`));
  const prior = { at: priors[0], values: priors.map((token) => readNumber(token, 'a probability')) };
  const { count } = readCount(lines, 'the number of features', 1 + classes);
  const sizesAt: Place[] = [];
  const tables = Array.from({ length: count }, (_, j) => {
    const size = lines.takeOne(`the number of categories of feature ${j}`);
    sizesAt.push(size);
    const domain = readWhole(size, 'the number of categories');
    return Array.from({ length: classes }, (_, k) =>
      readRow(lines.take(`the probabilities of feature ${j} in class ${k}`), domain),
    );
  });
  lines.finish();
  return { prior, tables, countAt, sizesAt };
}

/**
 * Write a naive Bayes classifier over categories as a CNBC file. Numbers are the shortest that read back unchanged;
 * priors have no exponent.
 *
 * @param firstClass two classes only: which one is written as class 0 (see `writeXlc`); default the first.
 * @throws {FormatError} `not-representable` for logarithms, a threshold, bins or values for missing cells, `tie-order` when the model resolves ties in
 * another way than {@link readCnbc} says.
 */
export function writeCnbc(
  model: CategoricalNaiveBayes,
  { firstClass, missing }: Pick<TwoClassOptions, 'firstClass' | 'missing'> = {},
): string {
  const cannot = (code: string, place: string, expected: string, got: string): FormatError =>
    new FormatError('the format cannot hold this model', { code, place, expected, got });
  if (model.kind !== 'categorical-naive-bayes')
    throw cannot(
      'not-representable',
      'kind',
      'categorical naive Bayes',
      String((model as { kind: string }).kind),
    );
  if (model.scale !== 'probability')
    throw cannot('not-representable', 'scale', 'probabilities', 'logarithms');
  if (model.threshold !== undefined && model.threshold !== 0)
    throw cannot('not-representable', 'threshold', 'none', String(model.threshold));
  const number = model.features.find(({ kind }) => kind !== 'categorical');
  if (number !== undefined)
    throw cannot('not-representable', `feature '${number.name}'`, 'categories', 'a number with bins');
  const classes = inOrder(model.classes, firstClass);
  const ties = tieOrderOf(classes);
  if (ties.some((name, k) => name !== model.tieOrder[k])) {
    const hint = classes.length === 2 ? `, or firstClass: '${classes[1]}'` : '';
    throw cannot('tie-order', 'tieOrder', `${ties.join(', ')}${hint}`, model.tieOrder.join(', '));
  }
  refuseStandIns(model, { missing });
  const at = classes.map((name) => model.classes.indexOf(name));
  const lines: (string | number)[] = [classes.length, ...at.map((k) => plainText(model.prior[k]))];
  lines.push(model.features.length);
  for (const table of model.likelihood) {
    lines.push(table[0].length, ...at.map((k) => table[k].map(shortText).join(' ')));
  }
  return `${lines.join('\n')}\n`;
}

function readRow(line: Line, domain: number): Row {
  const tokens = tokensOf(line);
  if (tokens.length !== domain) {
    throw refuse('wrong number of probabilities', tokens[domain] ?? endOf(line), {
      code: 'wrong-count',
      expected: `${domain}, one per category`,
      got: String(tokens.length),
    });
  }
  return { at: tokens[0], values: tokens.map((token) => readNumber(token, 'a probability')) };
}

/** The core's complaint with the line it is about: that of the first row refused on its own, otherwise that of the priors. */
function located(error: ModelError, { prior, tables }: CnbcText): FormatError {
  for (const { at, values } of [prior, ...tables.flat()]) {
    const feature = { name: 'x', values: values.map((_, v) => `${v}`) };
    try {
      categoricalNaiveBayes({
        classes: ['0', '1'],
        features: [feature],
        prior: [0.5, 0.5],
        likelihood: [[values, values]],
      });
    } catch (complaint) {
      if (!(complaint instanceof ModelError)) throw complaint;
      return asFormatError(complaint, at);
    }
  }
  return asFormatError(error, prior.at);
}

function asFormatError({ code, expected = '', got = '' }: ModelError, at: Place): FormatError {
  return refuse('not the probabilities of a model', at, { code, expected, got });
}
