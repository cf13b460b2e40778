// Operators that keep a column a sum of contributions: Scaler, Add, Sub, Mul and Div with constants, MatMul, Gemm, ReduceSum.
import { type Dyadic, exactly, ZERO } from '../paper/dyadic.ts';
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
    return (j) => exactly(values.length === 0 ? otherwise : values[values.length === 1 ? 0 : j]);
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
  const [a, b] = broadcast(step, sums(step, value), value.dims, inverse, divisor.dims);
  return [
    numbers(
      a.sums.map((sum, j) => total(step, [[b.sums[j].constant, sum]])),
      a.dims,
      value.type,
    ),
  ];
}

function elementwise(step: Step, operate: (a: Sum, b: Sum) => Sum): Columns {
  const [left, right] = step.inputs;
  const columns = left?.kind === 'columns' ? left : columnsAt(step, 1);
  const side = (value: Value | undefined): [readonly Sum[], readonly number[]] => {
    if (value?.kind === 'columns') return [sums(step, value), value.dims];
    if (value?.kind === 'constant') return [constants(step, value), value.dims];
    throw unsupported(
      step.node,
      'an input does not fit',
      'columns of the input or constants',
      describe(value),
    );
  };
  const [a, b] = broadcast(step, ...side(left), ...side(right));
  return numbers(
    a.sums.map((sum, j) => operate(sum, b.sums[j])),
    a.dims,
    columns.type,
  );
}

function sums(step: Step, { columns }: Columns): Sum[] {
  return columns.map((column) => sumOf(step, column));
}

function constants(step: Step, { data }: Constant): Sum[] {
  return data.map((x) => {
    if (typeof x === 'string') throw broken(step.node, 'a text is no number', 'numbers', 'texts');
    return constantSum(typeof x === 'bigint' ? { mantissa: x, exponent: 0 } : exactly(x));
  });
}

interface Side {
  readonly sums: readonly Sum[];
  readonly dims: readonly number[];
}

/** Both sides in the same shape: a single number, or a list, stands beside each row. */
function broadcast(
  step: Step,
  a: readonly Sum[],
  aDims: readonly number[],
  b: readonly Sum[],
  bDims: readonly number[],
): [Side, Side] {
  const dims = a.length >= b.length ? aDims : bDims;
  const size = Math.max(a.length, b.length);
  const width = dims.at(-1) ?? 1;
  const fit = (list: readonly Sum[]): Side | undefined => {
    if (list.length === size) return { sums: list, dims };
    return list.length === 1 ? { sums: Array.from({ length: size }, () => list[0]), dims } : undefined;
  };
  spendColumns(step, size);
  const [left, right] = [fit(a), fit(b)];
  // One column may be spread over a list of constants, [N, 1] with [k]; a tensor of more dimensions may not.
  const flat = size === width || size === 1;
  if (left !== undefined && right !== undefined && flat && size > 0) {
    const shape = size === 1 ? (step.inputs[0]?.kind === 'columns' ? aDims : bDims) : [size];
    return [
      { ...left, dims: shape },
      { ...right, dims: shape },
    ];
  }
  throw unsupported(
    step.node,
    'shapes that are not read together',
    'a number, or one per column',
    `[${aDims}] and [${bDims}]`,
  );
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
    return exactly(x);
  };
  if (attributes.int('transA', 0) !== 0)
    throw unsupported(step.node, 'rows become columns', 'transA = 0', 'another');
  const alpha = factor('alpha');
  const beta = factor('beta');
  const value = product(step, constantAt(step, 1), attributes.int('transB', 0) !== 0);
  const scaled = sums(step, value).map((sum) => total(step, [[alpha, sum]]));
  if (step.inputs[2] === undefined) return [numbers(scaled, value.dims)];
  const c = constantAt(step, 2);
  const [a, b] = broadcast(step, scaled, value.dims, constants(step, c), c.dims);
  return [
    numbers(
      a.sums.map((sum, j) =>
        total(step, [
          [ONE, sum],
          [beta, b.sums[j]],
        ]),
      ),
      a.dims,
    ),
  ];
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
