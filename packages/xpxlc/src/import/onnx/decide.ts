// Operators that decide: LinearClassifier, ArgMax, and the functions of scores between them.
import { fromDouble } from '@xpxlc/core/exact';
import { total } from './arithmetic.ts';
import { axisOf } from './arrange.ts';
import { broken, unsupported } from './refuse.ts';
import { areOpposite, constantSum, MINUS_ONE, ONE, type Sum } from './sum.ts';
import {
  type Column,
  type Columns,
  columnsAt,
  type Label,
  numbers,
  type Ranking,
  type Step,
  spendColumns,
  sumOf,
  type Value,
} from './value.ts';

const LINKS: Readonly<Record<string, Label['link']>> = {
  NONE: 'none',
  LOGISTIC: 'logistic',
  SOFTMAX: 'softmax',
};

/** ai.onnx.ml: a score per class; one score for two classes decides by its sign. The class is taken before the transform. */
export function linearClassifier(step: Step): Value[] {
  const { node, attributes } = step;
  const { columns, dims } = columnsAt(step, 0);
  if (dims.length !== 1) throw unsupported(node, 'not a table', '[N, n]', `[N, ${dims}]`);
  const coefficients = attributes.floats('coefficients');
  const intercepts = attributes.floats('intercepts');
  const rows = intercepts.length;
  const texts = attributes.texts('classlabels_strings');
  const classes = texts.length > 0 ? texts : attributes.ints('classlabels_ints');
  if (rows === 0 || coefficients.length !== rows * columns.length)
    throw broken(
      node,
      'wrong number of coefficients',
      `${rows} rows of ${columns.length}`,
      String(coefficients.length),
    );
  if (classes.length < 2 || (classes.length !== rows && !(rows === 1 && classes.length === 2)))
    throw broken(
      node,
      'classes and rows do not match',
      rows === 1 ? '2 classes' : `${rows} classes, at least 2`,
      String(classes.length),
    );
  const transform = attributes.text('post_transform', 'NONE');
  const link = LINKS[transform];
  if (link === undefined)
    throw unsupported(
      node,
      'a transform that is not read',
      'NONE, LOGISTIC or SOFTMAX',
      transform.slice(0, 40),
    );
  const inputs = columns.map((column) => sumOf(step, column));
  const scores = Array.from({ length: rows }, (_, k) =>
    total(step, [
      ...inputs.map((sum, j) => [fromDouble(coefficients[k * columns.length + j]), sum] as const),
      [ONE, constantSum(fromDouble(intercepts[k]))],
    ]),
  );
  const label: Label = { kind: 'label', classes, scores, ties: 'first', link };
  return [label, ...outputs(step, scores, link)];
}

/** The second output; with one score only the logistic one means anything. */
function outputs(step: Step, scores: readonly Sum[], link: Label['link']): Value[] {
  if (link === 'logistic') {
    const both = scores.length === 1 ? [total(step, [[MINUS_ONE, scores[0]]]), scores[0]] : scores;
    return [logistics(both)];
  }
  if (scores.length === 1) return [];
  return [
    link === 'softmax'
      ? { kind: 'ranking', scores, softmax: true, by: step.place }
      : numbers(scores, [scores.length]),
  ];
}

function logistics(sums: readonly Sum[]): Columns {
  const columns = sums.map((sum): Column => ({ kind: 'logistic', sum }));
  return { kind: 'columns', type: 'float', dims: [sums.length], columns };
}

/** The position of the largest, as the class. */
export function argMax(step: Step): Value[] {
  const { attributes, node } = step;
  const [value] = step.inputs;
  const last = attributes.int('select_last_index', 0) !== 0;
  const axis = attributes.int('axis', 0);
  const { scores, link } = scoresOf(step, value, axis);
  if (scores.length < 2)
    throw broken(node, 'the largest of one', 'two or more columns', String(scores.length));
  spendColumns(step, scores.length);
  const classes = scores.map((_, k) => BigInt(k));
  return [{ kind: 'label', classes, scores, ties: last ? 'last' : 'first', link }];
}

function scoresOf(step: Step, value: Value | undefined, axis: number): Pick<Label, 'scores' | 'link'> {
  const { node } = step;
  if (value?.kind === 'ranking') {
    if (axis !== 1 && axis !== -1) throw unsupported(node, 'this mixes rows', 'axis 1', `axis ${axis}`);
    return { scores: value.scores, link: value.softmax ? 'softmax' : 'ranking' };
  }
  const input = columnsAt(step, 0);
  axisOf(step, input, axis);
  if (input.dims.length !== 1) throw unsupported(node, 'not a table', '[N, n]', `[N, ${input.dims}]`);
  if (input.columns.some(({ kind }) => kind === 'logistic')) {
    // Close to 1 all floats are one: which of several logistic functions is the largest cannot be told from their scores.
    // Of p and 1 − p it can.
    const [a, b, more] = input.columns;
    const two = a?.kind === 'logistic' && b?.kind === 'logistic' && more === undefined;
    if (!two || !areOpposite(a.sum, b.sum, step.budget, step.place)) {
      throw unsupported(
        node,
        'the largest of several logistic functions, which are equal in float32 once they are near 1',
        'the largest of scores, or of p and 1 − p',
        `${input.columns.length} columns`,
      );
    }
    return { scores: [a.sum, b.sum], link: 'logistic' };
  }
  return { scores: input.columns.map((column) => sumOf(step, column)), link: 'none' };
}

export function sigmoid(step: Step): Value[] {
  const value = columnsAt(step, 0);
  const columns = value.columns.map((column): Column => ({ kind: 'logistic', sum: sumOf(step, column) }));
  return [{ ...value, columns }];
}

/** Softmax, and Normalizer: all columns are divided by the same positive number, so that their order stays. */
export function keepOrder(step: Step): Value[] {
  const [value] = step.inputs;
  if (value?.kind === 'ranking') {
    // Shares of shares that add up to 1 are the same; anything else only keeps their order.
    const same = step.node.opType === 'Normalizer' && step.attributes.text('norm', 'MAX') === 'L1';
    return [same ? value : { ...value, softmax: false }];
  }
  const { columns, dims } = columnsAt(step, 0);
  const axis = step.node.opType === 'Softmax' ? step.attributes.int('axis', -1) : 1;
  if (dims.length !== 1 || (axis !== 1 && axis !== -1))
    throw unsupported(
      step.node,
      'not over the columns of a table',
      '[N, n], axis 1',
      `[N, ${dims}], axis ${axis}`,
    );
  const norm = step.attributes.text('norm', 'MAX');
  if (step.node.opType === 'Normalizer' && norm !== 'L1' && norm !== 'L2')
    throw unsupported(
      step.node,
      'a division by a number that may be negative',
      'L1 or L2',
      norm.slice(0, 40),
    );
  const scores = columns.map((column) => sumOf(step, column));
  const softmax = step.node.opType === 'Softmax';
  const ranking: Ranking = { kind: 'ranking', scores, softmax, by: step.place };
  return [ranking];
}
