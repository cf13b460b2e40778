// A two-class model as the formats see it: v = w0 + Σ slope·x + Σ table[x], first class iff v > 0. Everything is folded
// without rounding; whether a number then fits a double is a separate question (asDouble).

import { additiveForm, type Feature, FormatError, type Model, reduce, type Shape } from '@xpxlc/core';
import { add, type Dyadic, fromDouble, multiply, subtract, ZERO } from '@xpxlc/core/exact';
import { nearest } from '../nearest-double.ts';
import { inOrder } from './class-order.ts';
import { paperOrder } from './names.ts';
import { refuseStandIns, type StandInOptions } from './stand-ins.ts';

/** How a model is written when the format cannot hold it as it is. */
export interface TwoClassOptions extends StandInOptions {
  /**
   * The class written as class 0, predicted when v > 0; default the model's first. The format gives ties to the other
   * class, so a model that gives them to its first class can be written with its second class here. Names and the classes of
   * instances must then be written in the same order.
   */
  readonly firstClass?: string;
  /**
   * When a weight, once folded, is not a double: `'refuse'` (default) or `'allow'` the nearest double, with which the
   * class of an instance close to a tie may change.
   */
  readonly rounding?: 'refuse' | 'allow';
}

/** v of a model, exactly; features in the order of the formats. */
export interface Folded {
  readonly bias: Dyadic;
  readonly reals: readonly { readonly feature: Feature; readonly slope: Dyadic }[];
  readonly tables: readonly {
    readonly feature: Feature & { kind: 'categorical' };
    readonly values: readonly Dyadic[];
  }[];
}

/**
 * v of a two-class model, first class minus second.
 *
 * @throws {FormatError} `too-many-classes`, `tie-order`, `not-representable` (steps, parabolas, values for missing cells).
 */
export function fold(model: Model, { firstClass, missing }: TwoClassOptions): Folded {
  if (model.classes.length !== 2) {
    throw new FormatError('the format holds two classes', {
      code: 'too-many-classes',
      place: 'classes',
      expected: '2',
      got: String(model.classes.length),
    });
  }
  const [first, second] = inOrder(model.classes, firstClass);
  if (model.tieOrder[0] !== second) {
    throw new FormatError(
      'the format gives ties to class 1, the model to the class to be written as class 0',
      {
        code: 'tie-order',
        place: 'tieOrder',
        expected: `'${second}' first, or firstClass: '${second}'`,
        got: `'${model.tieOrder[0]}' first`,
      },
    );
  }
  const folded = shapesOf(model, first === model.classes[0] ? [0, 1] : [1, 0]);
  refuseStandIns(model, { missing });
  return folded;
}

/** The same, of the class at `plusClass` minus that at `minusClass`. */
function shapesOf(model: Model, [plusClass, minusClass]: readonly [number, number]): Folded {
  const form = additiveForm(reduce(model, { neverWins: 'allow' }));
  const difference = (of: readonly number[]): Dyadic =>
    subtract(fromDouble(of[plusClass]), fromDouble(of[minusClass]));
  const threshold = fromDouble(form.threshold ?? 0);
  let bias = add(difference(form.bias), plusClass === 0 ? threshold : subtract(ZERO, threshold));
  const reals: { feature: Feature; slope: Dyadic }[] = [];
  const tables: { feature: Feature & { kind: 'categorical' }; values: Dyadic[] }[] = [];
  for (const i of paperOrder(model)) {
    const feature = form.features[i];
    if (feature.kind === 'categorical') {
      const rows = form.shapes[i].map((shape) => (shape.kind === 'table' ? shape.values : []));
      tables.push({ feature, values: feature.values.map((_, v) => difference(rows.map((row) => row[v]))) });
      continue;
    }
    const [a, b] = [plusClass, minusClass].map((k) => polynomial(form.shapes[i][k], feature.name));
    if (subtract(a.square, b.square).m !== 0n) throw noLine(feature.name, 'a parabola');
    reals.push({ feature, slope: subtract(a.slope, b.slope) });
    bias = add(bias, subtract(a.constant, b.constant));
  }
  return { bias, reals, tables };
}

/**
 * The double for a folded number.
 *
 * @throws {FormatError} `needs-rounding` unless allowed, `number-too-large` beyond the doubles.
 */
export function asDouble(x: Dyadic, place: string, rounding: 'refuse' | 'allow' = 'refuse'): number {
  const { value, exact } = nearest(x);
  if (!Number.isFinite(value)) {
    throw new FormatError('the weight is beyond the doubles', {
      code: 'number-too-large',
      place,
      expected: 'a finite double',
      got: String(value),
    });
  }
  if (!exact && rounding !== 'allow') {
    throw new FormatError('the weight of the first class against the second is not a double', {
      code: 'needs-rounding',
      place,
      expected: "a difference without rounding, or rounding: 'allow'",
      got: `a number close to ${value}`,
    });
  }
  return value;
}

interface Polynomial {
  readonly square: Dyadic;
  readonly slope: Dyadic;
  readonly constant: Dyadic;
}

/** q(x − c)² + l(x − c) + k, multiplied out. */
function polynomial(shape: Shape, name: string): Polynomial {
  if (shape.kind === 'linear') return { square: ZERO, slope: fromDouble(shape.weight), constant: ZERO };
  if (shape.kind !== 'quadratic') throw noLine(name, 'steps');
  const { quadratic, linear = 0, constant = 0, center = 0 } = shape;
  const [q, l, k, c] = [quadratic, linear, constant, center].map(fromDouble);
  const qc = multiply(q, c);
  return {
    square: q,
    slope: subtract(l, add(qc, qc)),
    constant: add(k, multiply(c, subtract(qc, l))),
  };
}

function noLine(name: string, got: string): FormatError {
  return new FormatError('the format holds only weight · x for numbers', {
    code: 'not-representable',
    place: `feature '${name}'`,
    expected: 'a linear contribution',
    got,
  });
}
