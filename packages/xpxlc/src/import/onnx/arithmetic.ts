// Operators that keep a column a sum of contributions: Scaler, Add, Sub, Mul and Div with constants, MatMul, Gemm, ReduceSum.
import { type Dyadic, fromDouble, ZERO } from '@xpxlc/core/exact';
import { axisOf } from './arrange.ts';
import { broken, unsupported } from './refuse.ts';
import { combine, constantSum, isConstant, MINUS_ONE, ONE, reciprocal, type Sum } from './sum.ts';
import type { Constant } from './tensor.ts';
import {
  type Columns,
  columnsAt,
  constantAt,
  describe,
  numbers,
  type Step,
  spendColumns,
  sumOf,
  type Value,
  wholeAt,
} from './value.ts';

/** Σ factor · sum, or the refusal of a graph that fills the same gap with different numbers. */
export function total(step: Step, parts: Iterable<readonly [Dyadic, Sum]>): Sum {
  const sum = combine(parts, step.budget, step.place);
  if (sum !== undefined) return sum;
  throw unsupported(step.node, 'a missing value counts as different numbers', 'one number', 'two');
}

/** ai.onnx.ml: (x − offset) · scale. */
export function scaler(step: Step): Value[] {
  const { columns, dims } = columnsAt(step, 0);
  const list = (name: string, otherwise: number): ((j: number) => Dyadic) => {
    const values = step.attributes.floats(name);
    if (values.length > 1 && values.length !== columns.length)
      throw broken(
        step.node,
        `wrong number of values in '${name}'`,
        `1 or ${columns.length}`,
        String(values.length),
      );
    return (j) => fromDouble(values.length === 0 ? otherwise : values[values.length === 1 ? 0 : j]);
  };
  const offset = list('offset', 0);
  const scale = list('scale', 1);
  const sums = columns.map((column, j) => {
    const moved = total(step, [
      [ONE, sumOf(step, column)],
      [MINUS_ONE, constantSum(offset(j))],
    ]);
    return total(step, [[scale(j), moved]]);
  });
  return [numbers(sums, dims)];
}

export function add(step: Step): Value[] {
  return [
    elementwise(step, (a, b) =>
      total(step, [
        [ONE, a],
        [ONE, b],
      ]),
    ),
  ];
}

export function sub(step: Step): Value[] {
  const [one, value] = step.inputs;
  // 1 − 1/(1 + e^−s) is 1/(1 + e^s).
  if (
    one?.kind === 'constant' &&
    one.data.length === 1 &&
    one.data[0] === 1 &&
    value?.kind === 'columns' &&
    value.columns.every((c) => c.kind === 'logistic')
  ) {
    const columns = value.columns.map((column) => ({
      kind: 'logistic' as const,
      sum: total(step, [[MINUS_ONE, sumOf(step, { kind: 'sum', sum: column.sum })]]),
    }));
    return [{ ...value, columns }];
  }
  return [
    elementwise(step, (a, b) =>
      total(step, [
        [ONE, a],
        [MINUS_ONE, b],
      ]),
    ),
  ];
}

export function mul(step: Step): Value[] {
  return [
    elementwise(step, (a, b) => {
      if (isConstant(b)) return total(step, [[b.constant, a]]);
      if (isConstant(a)) return total(step, [[a.constant, b]]);
      throw unsupported(step.node, 'a product of columns', 'a column times a constant', 'two columns');
    }),
  ];
}

export function div(step: Step): Value[] {
  const value = columnsAt(step, 0);
  const divisor = constantAt(step, 1);
  if (value.type === 'int')
    throw unsupported(step.node, 'a division of whole numbers', 'floats', 'whole numbers');
  if (divisor.data.some((x) => typeof x !== 'number' || x === 0))
    throw broken(step.node, 'a division by zero', 'numbers other than 0', 'zero');
  const inverse = divisor.data.map((x) => constantSum(reciprocal(Number(x))));
  const right = besides(step, inverse, divisor.dims, value.dims.length);
  const quotient = broadcast(step, sideOf(step, value), right, (a, b) => total(step, [[b.constant, a]]));
  return [numbers(quotient.sums, quotient.dims, value.type)];
}

function elementwise(step: Step, operate: (a: Sum, b: Sum) => Sum): Columns {
  const { attributes, node } = step;
  if (attributes.has('axis') || attributes.has('broadcast'))
    throw unsupported(
      node,
      'shapes are matched as in old versions',
      'version 7 or later',
      'axis or broadcast',
    );
  const [left, right] = step.inputs;
  const { type, dims } = left?.kind === 'columns' ? left : columnsAt(step, 1);
  const side = (value: Value | undefined): Side => {
    if (value?.kind === 'columns') return sideOf(step, value);
    if (value?.kind === 'constant') return besides(step, constants(step, value), value.dims, dims.length);
    throw unsupported(node, 'an input does not fit', 'columns of the input or constants', describe(value));
  };
  const result = broadcast(step, side(left), side(right), operate);
  return numbers(result.sums, result.dims, type);
}

function sums(step: Step, { columns }: Columns): Sum[] {
  return columns.map((column) => sumOf(step, column));
}

function constants(step: Step, { data }: Constant): Sum[] {
  return data.map((x) => {
    if (typeof x === 'string') throw broken(step.node, 'a text is no number', 'numbers', 'texts');
    return constantSum(typeof x === 'bigint' ? { m: x, e: 0 } : fromDouble(x));
  });
}

/** Numbers or columns with the dimensions that come after the rows. */
interface Side {
  readonly sums: readonly Sum[];
  readonly dims: readonly number[];
}

function sideOf(step: Step, value: Columns): Side {
  return { sums: sums(step, value), dims: value.dims };
}

/**
 * Constants beside columns of `rank` dimensions. Dimensions are matched from the last; the one that meets the rows must be 1.
 */
function besides(step: Step, list: readonly Sum[], dims: readonly number[], rank: number): Side {
  const extra = dims.slice(0, Math.max(0, dims.length - rank));
  if (extra.length > 1 || extra.some((d) => d !== 1))
    throw unsupported(step.node, 'a constant for each row', `at most ${rank} dimensions`, `[${dims}]`);
  const rest = dims.slice(extra.length);
  return { sums: list, dims: [...Array.from({ length: rank - rest.length }, () => 1), ...rest] };
}

/** Element by element; where one side has a single element in a dimension, it stands beside all of the other. */
function broadcast(step: Step, a: Side, b: Side, operate: (a: Sum, b: Sum) => Sum): Side {
  const fits =
    a.dims.length === b.dims.length && a.dims.every((d, i) => d === b.dims[i] || d === 1 || b.dims[i] === 1);
  if (!fits)
    throw unsupported(
      step.node,
      'shapes that do not fit',
      'a number, or one per column',
      `[${a.dims}] and [${b.dims}]`,
    );
  const dims = a.dims.map((d, i) => (d === 1 ? b.dims[i] : d));
  const size = dims.reduce((x, y) => x * y, 1);
  spendColumns(step, size);
  const position = (side: Side, at: number): number => {
    let rest = at;
    let stride = 1;
    let found = 0;
    for (let i = dims.length - 1; i >= 0; i--) {
      if (side.dims[i] !== 1) found += (rest % dims[i]) * stride;
      rest = Math.floor(rest / dims[i]);
      stride *= side.dims[i];
    }
    return found;
  };
  const result = Array.from({ length: size }, (_, at) =>
    operate(a.sums[position(a, at)], b.sums[position(b, at)]),
  );
  return { sums: result, dims };
}

export function matMul(step: Step): Value[] {
  return [product(step, constantAt(step, 1), false)];
}

/** α · A · B + β · C. */
export function gemm(step: Step): Value[] {
  const { attributes } = step;
  const factor = (name: string): Dyadic => {
    const x = attributes.float(name, 1);
    if (!Number.isFinite(x)) throw broken(step.node, `'${name}' is not finite`, 'a finite number', String(x));
    return fromDouble(x);
  };
  if (attributes.int('transA', 0) !== 0)
    throw unsupported(step.node, 'rows become columns', 'transA = 0', 'another');
  const alpha = factor('alpha');
  const beta = factor('beta');
  const value = product(step, constantAt(step, 1), attributes.int('transB', 0) !== 0);
  const scaled = sums(step, value).map((sum) => total(step, [[alpha, sum]]));
  if (step.inputs[2] === undefined) return [numbers(scaled, value.dims, value.type)];
  const c = constantAt(step, 2);
  const right = besides(step, constants(step, c), c.dims, 1);
  const result = broadcast(step, { sums: scaled, dims: value.dims }, right, (a, b) =>
    total(step, [
      [ONE, a],
      [beta, b],
    ]),
  );
  return [numbers(result.sums, result.dims, value.type)];
}

function product(step: Step, matrix: Constant, transposed: boolean): Columns {
  const value = columnsAt(step, 0);
  const [first, second] = matrix.dims;
  const [rows, outputs] = transposed ? [second, first] : [first, second];
  if (matrix.dims.length !== 2 || value.dims.length !== 1 || rows !== value.columns.length)
    throw unsupported(
      step.node,
      'shapes that are not read together',
      `[N, n] times [n, k]`,
      `[N, ${value.dims}] times [${matrix.dims}]`,
    );
  const inputs = sums(step, value);
  const factors = constants(step, matrix).map(({ constant }) => constant);
  spendColumns(step, outputs);
  return numbers(
    Array.from({ length: outputs }, (_, k) =>
      total(
        step,
        inputs.map((sum, j) => [factors[transposed ? k * rows + j : j * outputs + k], sum] as const),
      ),
    ),
    [outputs],
    value.type,
  );
}

/** The sum over one dimension of columns. */
export function reduceSum(step: Step): Value[] {
  const value = columnsAt(step, 0);
  const axes = step.inputs[1] !== undefined ? wholeAt(step, 1) : step.attributes.ints('axes').map(Number);
  if (axes.length !== 1)
    throw unsupported(step.node, 'not a sum over one axis', 'one axis', String(axes.length));
  const at = axisOf(step, value, axes[0]);
  const { dims } = value;
  const inner = dims.slice(at + 1).reduce((a, b) => a * b, 1);
  const outer = dims.slice(0, at).reduce((a, b) => a * b, 1);
  const all = sums(step, value);
  spendColumns(step, outer * inner);
  const added = Array.from({ length: outer * inner }, (_, r) => {
    const [o, i] = [Math.floor(r / inner), r % inner];
    const parts = Array.from(
      { length: dims[at] },
      (_, p) => [ONE, all[(o * dims[at] + p) * inner + i]] as const,
    );
    return parts.length === 0 ? constantSum(ZERO) : total(step, parts);
  });
  const keep = step.attributes.int('keepdims', 1) !== 0;
  return [numbers(added, keep ? dims.with(at, 1) : dims.toSpliced(at, 1), value.type)];
}
