// What a name in the graph stands for: a constant, columns that depend on the row, the order of scores, or the class.
import type { Attributes } from './attributes.ts';
import type { ElementType } from './element-type.ts';
import type { NodeProto } from './onnx-pb.ts';
import type { RawInputs } from './raw-inputs.ts';
import { broken, unsupported } from './refuse.ts';
import { type Budget, lineSum, type Sum } from './sum.ts';
import type { Constant, Scalar } from './tensor.ts';

/** One column of a tensor with a row per case. */
export type Column =
  /** The cell itself, as a number, cut to a whole number, or as text. */
  | { readonly kind: 'raw'; readonly input: number; readonly reading: 'number' | 'whole' | 'text' }
  | { readonly kind: 'sum'; readonly sum: Sum }
  /** 1 / (1 + e^−sum). */
  | { readonly kind: 'logistic'; readonly sum: Sum }
  /** A text for each category. */
  | {
      readonly kind: 'text';
      readonly input: number;
      readonly entries: ReadonlyMap<string, string>;
      readonly otherwise: string;
    };

/** Columns in row-major order of `dims`, which leave out the first dimension, that of the rows. */
export interface Columns {
  readonly kind: 'columns';
  readonly type: ElementType;
  readonly dims: readonly number[];
  readonly columns: readonly Column[];
}

/** Numbers that are in the order of these scores, whatever they are: softmax, normalised scores. */
export interface Ranking {
  readonly kind: 'ranking';
  readonly scores: readonly Sum[];
  /** They are the softmax of the scores. */
  readonly softmax: boolean;
  /** The node that mixed them. */
  readonly by: string;
}

/** The class of a row: the largest score, or with one score the second class when it is positive. */
export interface Label {
  readonly kind: 'label';
  readonly classes: readonly Scalar[];
  readonly scores: readonly Sum[];
  readonly ties: 'first' | 'last';
  /** What makes probabilities of the scores. */
  readonly link: 'none' | 'logistic' | 'softmax' | 'ranking';
}

export type Value = Constant | Columns | Ranking | Label;

/** A node with all that it needs to be evaluated. */
export interface Step {
  readonly node: NodeProto;
  readonly place: string;
  readonly attributes: Attributes;
  readonly inputs: readonly (Value | undefined)[];
  readonly raw: RawInputs;
  readonly budget: Budget;
}

const NAMES = {
  constant: 'a constant',
  columns: 'columns of the input',
  ranking: 'a mixture of all columns',
  label: 'the class',
} as const;

export function describe(value: Value | undefined): string {
  if (value === undefined) return 'nothing';
  return value.kind === 'ranking' ? `${NAMES.ranking}, made by ${value.by}` : NAMES[value.kind];
}

/** Input `i`, which must be columns. */
export function columnsAt(step: Step, i: number): Columns {
  const value = step.inputs[i];
  if (value?.kind === 'columns') return value;
  throw unsupported(step.node, `input ${i} does not fit`, 'columns of the input', describe(value));
}

/** Input `i`, which must be constant. */
export function constantAt(step: Step, i: number): Constant {
  const value = step.inputs[i];
  if (value?.kind === 'constant') return value;
  throw unsupported(step.node, `input ${i} does not fit`, 'a constant', describe(value));
}

/** Whole numbers of a constant input: a shape, axes, positions. */
export function wholeAt(step: Step, i: number): number[] {
  return constantAt(step, i).data.map((x) => {
    if (typeof x === 'bigint' && x <= 2n ** 31n && x >= -(2n ** 31n)) return Number(x);
    throw broken(step.node, `input ${i} does not fit`, 'small whole numbers', String(x).slice(0, 40));
  });
}

/** A column as a number. */
export function sumOf(step: Step, column: Column): Sum {
  if (column.kind === 'sum') return column.sum;
  if (column.kind === 'raw') {
    const { type, name } = step.raw.at(column.input);
    if (type !== 'string' && column.reading === 'number') return lineSum(column.input);
    if ((type === 'int' || type === 'bool') && column.reading === 'whole') return lineSum(column.input);
    if (type !== 'string' && column.reading === 'whole')
      throw unsupported(
        step.node,
        'a number cut to a whole one is no linear contribution',
        'the number itself',
        `'${name}', cut`,
      );
    throw unsupported(step.node, 'a text is no number', 'numbers', `'${name}'`);
  }
  throw unsupported(
    step.node,
    'this cannot be added up',
    'a sum of contributions of single columns',
    column.kind === 'logistic' ? 'a logistic function' : 'texts',
  );
}

export function numbers(sums: readonly Sum[], dims: readonly number[], type: ElementType = 'float'): Columns {
  return { kind: 'columns', type, dims, columns: sums.map((sum): Column => ({ kind: 'sum', sum })) };
}

/** Columns about to be made are paid for. */
export function spendColumns(step: Step, count: number): void {
  step.budget.spend(count, step.place);
}
