// Operators that only move columns about: Concat, Gather, ArrayFeatureExtractor, Reshape, Split, Identity, ….
import { broken, unsupported } from './refuse.ts';
import {
  type Column,
  type Columns,
  columnsAt,
  describe,
  type Step,
  spendColumns,
  type Value,
  wholeAt,
} from './value.ts';

/** The dimension that `axis` means; the first, that of the rows, cannot be meant. */
export function axisOf(step: Step, { dims }: Columns, axis: number): number {
  const rank = dims.length + 1;
  const at = axis < 0 ? axis + rank : axis;
  if (at === 0) throw unsupported(step.node, 'this mixes rows', 'an axis of columns', `axis ${axis}`);
  if (!(at > 0 && at < rank))
    throw broken(step.node, 'no such axis', `an axis of ${rank} dimensions`, String(axis));
  return at - 1;
}

/** The columns at these positions of one dimension. */
export function take(step: Step, value: Columns, at: number, positions: readonly number[]): Columns {
  const { dims, columns } = value;
  const size = dims[at];
  const outer = dims.slice(0, at).reduce((a, b) => a * b, 1);
  const inner = dims.slice(at + 1).reduce((a, b) => a * b, 1);
  spendColumns(step, outer * positions.length * inner);
  const taken: Column[] = [];
  for (let o = 0; o < outer; o++) {
    for (const position of positions) {
      const p = position < 0 ? position + size : position;
      if (!(p >= 0 && p < size))
        throw broken(step.node, 'no such column', `a position below ${size}`, String(position));
      for (let i = 0; i < inner; i++) taken.push(columns[(o * size + p) * inner + i]);
    }
  }
  return { ...value, dims: dims.with(at, positions.length), columns: taken };
}

export function identity({ inputs: [value], node }: Step): Value[] {
  if (value === undefined) throw broken(node, 'no input', 'an input', 'none');
  return [value];
}

export function concat(step: Step): Value[] {
  const parts = step.inputs.map((_, i) => columnsAt(step, i));
  if (parts.length === 0) throw broken(step.node, 'no input', 'an input', 'none');
  const axis = step.attributes.int('axis');
  if (axis === undefined) throw broken(step.node, 'no axis', "an attribute 'axis'", 'none');
  const at = axisOf(step, parts[0], axis);
  return [join(step, parts, at)];
}

/** ai.onnx.ml: all inputs side by side. */
export function featureVectorizer(step: Step): Value[] {
  const parts = step.inputs.map((_, i) => columnsAt(step, i));
  if (parts.length === 0) throw broken(step.node, 'no input', 'an input', 'none');
  const flat = parts.map((part) => ({ ...part, type: 'float' as const, dims: [part.columns.length] }));
  return [join(step, flat, 0)];
}

function join(step: Step, parts: readonly Columns[], at: number): Columns {
  const [{ dims, type }] = parts;
  for (const part of parts) {
    const fits = part.dims.length === dims.length && part.dims.every((d, i) => i === at || d === dims[i]);
    if (!fits || part.type !== type)
      throw broken(
        step.node,
        'inputs do not fit together',
        `${type} [N, ${dims}]`,
        `${part.type} [N, ${part.dims}]`,
      );
  }
  const outer = dims.slice(0, at).reduce((a, b) => a * b, 1);
  const total = parts.reduce((sum, part) => sum + part.dims[at], 0);
  spendColumns(
    step,
    parts.reduce((sum, part) => sum + part.columns.length, 0),
  );
  const columns: Column[] = [];
  for (let o = 0; o < outer; o++) {
    for (const part of parts) {
      const each = part.columns.length / outer;
      for (let i = o * each; i < (o + 1) * each; i++) columns.push(part.columns[i]);
    }
  }
  return { kind: 'columns', type, dims: dims.with(at, total), columns };
}

/** Columns at constant positions; or, of a constant list, the element at the position of the class. */
export function gather(step: Step): Value[] {
  const axis = step.attributes.int('axis', 0);
  if (step.inputs[0]?.kind === 'constant' && axis === 0) return [rename(step)];
  const value = columnsAt(step, 0);
  const at = axisOf(step, value, axis);
  const positions = wholeAt(step, 1);
  const taken = take(step, value, at, positions);
  const rank = step.inputs[1]?.kind === 'constant' ? step.inputs[1].dims.length : 1;
  if (rank > 1)
    throw unsupported(step.node, 'positions in a table', 'a list of positions', `${rank} dimensions`);
  return [rank === 1 ? taken : { ...taken, dims: taken.dims.toSpliced(at, 1) }];
}

/** ai.onnx.ml: positions of the last dimension. */
export function arrayFeatureExtractor(step: Step): Value[] {
  if (step.inputs[0]?.kind === 'constant') return [rename(step)];
  const value = columnsAt(step, 0);
  if (value.dims.length === 0)
    throw unsupported(step.node, 'this picks rows', 'rows and columns', 'a single list');
  return [take(step, value, value.dims.length - 1, wholeAt(step, 1))];
}

/** Names instead of positions for the classes. */
function rename(step: Step): Value {
  const [names, label] = step.inputs;
  if (names?.kind !== 'constant' || label?.kind !== 'label')
    throw unsupported(step.node, 'a constant is looked up', 'the position of the class', describe(label));
  const classes = label.classes.map((position) => {
    const at = typeof position === 'bigint' ? Number(position) : -1;
    if (
      !(at >= 0 && at < names.data.length) ||
      names.data.length !== names.dims.reduce((a, b) => Math.max(a, b), 0)
    )
      throw broken(
        step.node,
        'no such class',
        `a list of at least ${label.classes.length} names`,
        `${names.dims}`,
      );
    return names.data[at];
  });
  return { ...label, classes };
}

/** Rows must stay rows: [-1 or 0, columns …]. */
export function reshape(step: Step): Value[] {
  const [value] = step.inputs;
  // Of the class, only its rows are left.
  if (value?.kind === 'label') return [value];
  const input = columnsAt(step, 0);
  const shape = step.attributes.has('shape') ? step.attributes.ints('shape').map(Number) : wholeAt(step, 1);
  const refuse = (): never => {
    throw unsupported(
      step.node,
      'rows do not stay rows',
      `[-1, ${input.columns.length}]`,
      `[${shape.slice(0, 8).join(', ')}]`,
    );
  };
  const [rows, ...rest] = shape;
  if (shape.length === 0 || (rows !== -1 && rows !== 0) || step.attributes.int('allowzero', 0) !== 0)
    refuse();
  let dims = rest.map((d, i) => (d === 0 ? (input.dims[i] ?? refuse()) : d));
  if (rows === 0 && dims.filter((d) => d === -1).length === 1) {
    const known = dims.reduce((a, b) => (b === -1 ? a : a * b), 1);
    dims = dims.map((d) => (d === -1 ? input.columns.length / known : d));
  }
  if (
    dims.some((d) => !(Number.isInteger(d) && d > 0)) ||
    dims.reduce((a, b) => a * b, 1) !== input.columns.length
  )
    refuse();
  return [{ ...input, dims }];
}

/** Everything after the rows in one dimension. */
export function flatten(step: Step): Value[] {
  const value = columnsAt(step, 0);
  if (step.attributes.int('axis', 1) !== 1)
    throw unsupported(step.node, 'rows do not stay rows', 'axis 1', String(step.attributes.int('axis')));
  return [{ ...value, dims: [value.columns.length] }];
}

export function split(step: Step): Value[] {
  const value = columnsAt(step, 0);
  const at = axisOf(step, value, step.attributes.int('axis', 0));
  const size = value.dims[at];
  const count = step.node.output.length;
  const sizes =
    step.inputs[1] !== undefined
      ? wholeAt(step, 1)
      : step.attributes.has('split')
        ? step.attributes.ints('split').map(Number)
        : Array.from({ length: count }, () => size / count);
  const fits = sizes.length === count && sizes.every((s) => Number.isInteger(s) && s >= 0);
  if (!fits || sizes.reduce((a, b) => a + b, 0) !== size)
    throw broken(
      step.node,
      'parts do not add up',
      `${count} parts of ${size} columns`,
      `[${sizes.slice(0, 8)}]`,
    );
  let from = 0;
  return sizes.map((s) => {
    const part = take(
      step,
      value,
      at,
      Array.from({ length: s }, (_, i) => from + i),
    );
    from += s;
    return part;
  });
}
