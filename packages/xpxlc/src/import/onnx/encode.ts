// Operators that turn categories into numbers, and the one that fills gaps: OneHotEncoder, LabelEncoder, Imputer.
import { type Dyadic, fromDouble, ZERO } from '@xpxlc/core/exact';
import { lookupOf } from './lookup.ts';
import { broken, unsupported } from './refuse.ts';
import { isConstant, lineSum, ONE, tableSum } from './sum.ts';
import type { Scalar } from './tensor.ts';
import { type Column, columnsAt, describe, type Step, spendColumns, type Value } from './value.ts';

/** ai.onnx.ml: a column per category, in a new last dimension. */
export function oneHotEncoder(step: Step): Value[] {
  const value = columnsAt(step, 0);
  const { attributes, node, raw } = step;
  const texts = attributes.texts('cats_strings');
  const textual = texts.length > 0;
  const categories = textual ? texts : attributes.ints('cats_int64s').map(String);
  if (categories.length === 0 || new Set(categories).size < categories.length)
    throw broken(
      node,
      'wrong categories',
      'different categories',
      categories.length === 0 ? 'none' : 'the same twice',
    );
  spendColumns(step, value.columns.length * categories.length);
  const closed = attributes.int('zeros', 1) === 0;
  const columns = value.columns.flatMap((column): Column[] => {
    const lookup = lookupOf(step, column);
    const { input, entries, otherwise } = lookup;
    checkKind(step, lookup.textual, textual);
    if (entries === undefined) {
      raw.see(input, categories, closed);
      return categories.map((category) => ({
        kind: 'sum',
        sum: tableSum(input, { entries: new Map([[category, ONE]]), otherwise: ZERO }),
      }));
    }
    step.budget.spend(entries.size * categories.length, step.place);
    if (closed) {
      const known = new Set(categories);
      const accepted = [...entries].filter(([, x]) => known.has(x)).map(([key]) => key);
      if (!known.has(otherwise ?? '')) raw.see(input, accepted, true);
      else if (accepted.length < entries.size)
        throw unsupported(
          node,
          'all categories but some are accepted',
          'listed categories, or all',
          'others',
        );
    }
    return categories.map((category) => {
      const indicator = (x: string | undefined): Dyadic => (x === category ? ONE : ZERO);
      const indicators = new Map([...entries].map(([key, x]) => [key, indicator(x)]));
      return { kind: 'sum', sum: tableSum(input, { entries: indicators, otherwise: indicator(otherwise) }) };
    });
  });
  return [{ kind: 'columns', type: 'float', dims: [...value.dims, categories.length], columns }];
}

/** Categories of the one kind cannot be looked for among those of the other. */
function checkKind(step: Step, textual: boolean, expected: boolean): void {
  const kind = (text: boolean): string => (text ? 'texts' : 'numbers');
  if (textual !== expected)
    throw broken(step.node, 'categories of another type', kind(textual), kind(expected));
}

/** ai.onnx.ml: another value for each category. */
export function labelEncoder(step: Step): Value[] {
  const { keys, values, otherwise } = mapping(step);
  const [value] = step.inputs;
  const map = new Map(keys.map((key, i) => [keyOf(step, key), values[i]]));
  if (map.size < keys.length) throw broken(step.node, 'the same key twice', 'different keys', 'the same');
  const find = (x: Scalar): Scalar => map.get(String(x)) ?? otherwise;
  if (value?.kind === 'constant') return [{ ...value, type: typeOf(otherwise), data: value.data.map(find) }];
  if (value?.kind === 'label') {
    const classes = value.classes.map(find);
    if (new Set(classes).size < classes.length)
      throw unsupported(step.node, 'two classes become one', 'different classes', 'the same');
    return [{ ...value, classes }];
  }
  if (value?.kind !== 'columns')
    throw unsupported(step.node, 'input 0 does not fit', 'columns or the class', describe(value));
  spendColumns(step, value.columns.length * map.size);
  const columns = value.columns.map((column): Column => {
    const lookup = lookupOf(step, column);
    checkKind(step, lookup.textual, typeof keys[0] === 'string');
    const { input } = lookup;
    if (lookup.entries === undefined) step.raw.see(input, map.keys(), false);
    const entries =
      lookup.entries === undefined ? map : new Map([...lookup.entries].map(([key, x]) => [key, find(x)]));
    const rest = lookup.otherwise === undefined ? otherwise : find(lookup.otherwise);
    if (typeof rest === 'string')
      return {
        kind: 'text',
        input,
        entries: new Map([...entries].map(([key, x]) => [key, String(x)])),
        otherwise: rest,
      };
    const numbers = new Map([...entries].map(([key, x]) => [key, exact(x)]));
    return { kind: 'sum', sum: tableSum(input, { entries: numbers, otherwise: exact(rest) }) };
  });
  return [{ ...value, type: typeOf(otherwise), columns }];
}

function typeOf(x: Scalar): 'string' | 'int' | 'float' {
  return typeof x === 'string' ? 'string' : typeof x === 'bigint' ? 'int' : 'float';
}

function exact(x: Scalar): Dyadic {
  return typeof x === 'bigint' ? { m: x, e: 0 } : fromDouble(Number(x));
}

/** Keys that are floats must be whole: other numbers have no name as a category. */
function keyOf(step: Step, key: Scalar): string {
  if (typeof key === 'number' && !Number.isInteger(key))
    throw unsupported(step.node, 'a category is a fraction', 'whole numbers or texts', String(key));
  return typeof key === 'number' ? String(BigInt(key)) : String(key);
}

/** The mapping in any of the ways in which the versions of the operator write it. */
function mapping(step: Step): { keys: readonly Scalar[]; values: readonly Scalar[]; otherwise: Scalar } {
  const { attributes, node } = step;
  const list = (what: string): readonly Scalar[] => {
    const texts = attributes.texts(`${what}_strings`);
    const ints = attributes.ints(`${what}_int64s`);
    const floats = attributes.floats(`${what}_floats`);
    return (
      attributes.tensor(`${what}_tensor`)?.data ??
      (texts.length > 0 ? texts : ints.length > 0 ? ints : floats)
    );
  };
  // Version 1: classes, and their positions.
  const classes = attributes.texts('classes_strings');
  const positions = classes.map((_, i) => BigInt(i));
  const input = step.inputs[0];
  const fromText =
    input?.kind === 'label'
      ? typeof input.classes[0] === 'string'
      : input?.kind !== 'ranking' && input?.type === 'string';
  const keys = classes.length === 0 ? list('keys') : fromText ? classes : positions;
  const values = classes.length === 0 ? list('values') : fromText ? positions : classes;
  if (keys.length === 0 || keys.length !== values.length)
    throw broken(node, 'keys and values do not match', `${keys.length} values`, String(values.length));
  const given = attributes.tensor('default_tensor')?.data[0];
  const otherwise: Scalar =
    given ??
    (typeof values[0] === 'string'
      ? attributes.text('default_string', '_Unused')
      : typeof values[0] === 'bigint'
        ? BigInt(attributes.int('default_int64', -1))
        : attributes.float('default_float', 0));
  if (typeof otherwise !== typeof values[0] || (typeof otherwise === 'number' && !Number.isFinite(otherwise)))
    throw unsupported(
      node,
      'a default that is no such value',
      'a finite number or a text, as the values are',
      String(otherwise).slice(0, 40),
    );
  return { keys, values, otherwise };
}

/** ai.onnx.ml: a number in place of missing ones. */
export function imputer(step: Step): Value[] {
  const value = columnsAt(step, 0);
  const { attributes, node } = step;
  const numbers = attributes.floats('imputed_value_floats');
  const replaced = attributes.float('replaced_value_float', 0);
  if (numbers.length === 0 || !Number.isNaN(replaced)) {
    throw unsupported(
      node,
      'a number is replaced by another',
      'only missing values (NaN) to be replaced, by floats',
      numbers.length === 0 ? 'other values' : String(replaced),
    );
  }
  const count = value.columns.length;
  if (numbers.length !== 1 && numbers.length !== count)
    throw broken(node, 'wrong number of values', `1 or ${count}`, String(numbers.length));
  const columns = value.columns.map((column, j): Column => {
    // What is not missing in the raw column is not missing after an encoder.
    if (column.kind === 'sum' && column.sum.lines.size === 0 && !isConstant(column.sum)) return column;
    if (column.kind !== 'raw' || column.reading !== 'number')
      throw unsupported(
        node,
        'gaps are filled after a computation',
        'a column of the input',
        'a number computed from it',
      );
    const { type } = step.raw.at(column.input);
    if (type !== 'float' && type !== 'double') return column;
    return { kind: 'sum', sum: lineSum(column.input, numbers[numbers.length === 1 ? 0 : j]) };
  });
  return [{ ...value, columns }];
}
