// Cast: between kinds of numbers and texts, where nothing but float32 rounding happens to a value.
import { fromDouble } from '@xpxlc/core/exact';
import { type ElementType, elementType } from './element-type.ts';
import { lookupOf } from './lookup.ts';
import { broken, unsupported } from './refuse.ts';
import { tableSum } from './sum.ts';
import type { Scalar } from './tensor.ts';
import { type Column, describe, type Step, type Value } from './value.ts';

export function cast(step: Step): Value[] {
  const number = step.attributes.int('to', 0);
  const to = elementType(number);
  if (to === undefined)
    throw unsupported(
      step.node,
      'a cast to a type that is not read',
      'float, double, int or string',
      `type ${number}`,
    );
  const [value] = step.inputs;
  switch (value?.kind) {
    case 'columns':
      return [
        {
          ...value,
          type: to,
          columns: value.columns.map((column) => castColumn(step, column, value.type, to)),
        },
      ];
    case 'label': {
      const classes = value.classes.map((name) => castScalar(step, name, number));
      if (new Set(classes).size < classes.length)
        throw unsupported(step.node, 'two classes become one', 'different classes', 'the same');
      return [{ ...value, classes }];
    }
    case 'constant':
      return [{ ...value, type: to, data: value.data.map((x) => castScalar(step, x, number)) }];
    default:
      throw unsupported(step.node, 'input 0 does not fit', 'columns or the class', describe(value));
  }
}

function castColumn(step: Step, column: Column, from: ElementType, to: ElementType): Column {
  const refuse = (): never => {
    throw unsupported(step.node, 'this cast changes values', 'numbers as other numbers', `${from} to ${to}`);
  };
  if (from === to) return column;
  const real = (type: ElementType): boolean => type === 'float' || type === 'double';
  if (to === 'bool' || column.kind === 'text') return refuse();
  if (column.kind === 'logistic') return real(to) ? column : refuse();
  if (column.kind === 'raw') {
    const { type } = step.raw.at(column.input);
    if (from === 'string' || type === 'string') return refuse();
    if (to === 'string') return type === 'int' ? { ...column, reading: 'text' } : refuse();
    return to === 'int' && column.reading === 'number' ? { ...column, reading: 'whole' } : column;
  }
  if (real(to)) return column;
  if (from === 'int' && to === 'int') return column;
  // A number per category can be cut or written out, category by category.
  const { input, entries, otherwise } = lookupOf(step, column);
  if (entries === undefined || otherwise === undefined) return refuse();
  if (to === 'string') return from === 'int' ? { kind: 'text', input, entries, otherwise } : refuse();
  const cut = (key: string) => fromDouble(Math.trunc(Number(key)));
  return {
    kind: 'sum',
    sum: tableSum(input, {
      entries: new Map([...entries].map(([key, value]) => [key, cut(value)])),
      otherwise: cut(otherwise),
    }),
  };
}

/** One element; `type` is the number in the specification. */
function castScalar(step: Step, x: Scalar, type: number): Scalar {
  const to = elementType(type);
  if (typeof x === 'string') {
    if (to === 'string') return x;
    throw unsupported(step.node, 'texts are not read as numbers', 'numbers', 'texts');
  }
  if (to === 'float') return Math.fround(Number(x));
  if (to === 'double') return Number(x);
  if (to === 'int') {
    const whole = typeof x === 'bigint' ? x : BigInt(Math.trunc(x));
    const bits = { 3: 8, 5: 16, 6: 32 }[type] ?? 64;
    if (BigInt.asIntN(bits, whole) !== whole)
      throw broken(step.node, 'beyond the whole numbers', `${bits} bits`, String(whole).slice(0, 40));
    return whole;
  }
  if (to === 'string' && typeof x === 'bigint') return String(x);
  throw unsupported(step.node, 'this cast changes values', 'numbers as other numbers', `to type ${type}`);
}
