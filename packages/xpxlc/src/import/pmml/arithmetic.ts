// Arithmetic on expressions: sums of functions, each of a field of its own. Sums stay what they are; a product of two fields
// is no sum any more and is refused.

import { show } from '@xpxlc/core';
import { fromDouble, negate, ZERO } from '@xpxlc/core/exact';
import { unsupported } from './attributes.ts';
import { type Exact, isZero, ONE, product, quotient, rounded, sum } from './exact.ts';
import {
  constant,
  constantOf,
  type Func,
  MISSING,
  mapped,
  NONE,
  numberValue,
  type Polynomial,
  type Value,
  zipped,
} from './func.ts';
import type { XmlElement } from './xml.ts';

/** A sum of functions of different fields; anything but a number has one part only. Never empty. */
export type Expression = readonly Func[];

/** The one function that an expression is. */
export function single(expression: Expression, element: XmlElement): Func {
  if (expression.length === 1) return expression[0];
  const fields = expression.flatMap(({ of }) => (of === undefined ? [] : [show(of.name)]));
  throw unsupported(
    element,
    `<${element.name}> mixes fields`,
    'a function of one raw field, or a sum of such functions',
    `one of ${fields.slice(0, 5).join(', ')} together`,
  );
}

export function plus(a: Expression, b: Expression, element: XmlElement): Expression {
  const parts = [...a];
  for (const part of b) {
    // A constant joins any part.
    const same = parts.findIndex(({ of }) => of === part.of || of === undefined || part.of === undefined);
    if (same < 0) parts.push(part);
    else parts[same] = zipped(parts[same], part, (x, y) => addValues(x, y, element));
  }
  return parts;
}

export function scaled(a: Expression, factor: Exact, element: XmlElement): Expression {
  return a.map((part) => mapped(part, (value) => scaleValue(value, factor, element)));
}

export function minus(a: Expression, b: Expression, element: XmlElement): Expression {
  return plus(a, scaled(b, negate(ONE), element), element);
}

export function multiply(a: Expression, b: Expression, element: XmlElement): Expression {
  const left = plainConstant(a);
  const right = plainConstant(b);
  if (left !== undefined) return scaled(b, left, element);
  if (right !== undefined) return scaled(a, right, element);
  const [f, g] = [single(a, element), single(b, element)];
  if (f.of !== g.of)
    throw unsupported(
      element,
      `<${element.name}> multiplies two fields`,
      'products of one field with itself or with constants',
      `${show(f.of?.name)} times ${show(g.of?.name)}`,
    );
  return [zipped(f, g, (x, y) => multiplyValues(x, y, element))];
}

export function divide(a: Expression, b: Expression, element: XmlElement): Expression {
  const divisor = plainConstant(b);
  if (divisor === undefined)
    throw unsupported(element, 'division by a field', 'division by a constant', `a <${element.name}>`);
  if (isZero(divisor)) throw unsupported(element, 'division by zero', 'another constant', '0');
  return a.map((part) =>
    mapped(part, (value) =>
      value.kind === 'number'
        ? { kind: 'number', poly: polynomial(value.poly.map((c) => quotient(c, divisor))) }
        : scaleValue(value, ONE, element),
    ),
  );
}

/** A power with a constant exponent: of lines up to the square, of constants any. */
export function power(a: Expression, exponent: number, element: XmlElement): Expression {
  if (exponent === 1) return a;
  const f = single(a, element);
  return [mapped(f, (value) => powerOf(value, exponent, element))];
}

/** The number of an expression without fields. */
export function plainConstant(a: Expression): Exact | undefined {
  return a.length === 1 && a[0].of === undefined ? constantOf(a[0].pieces[0]) : undefined;
}

export function numberExpression(x: number): Expression {
  return [constant(numberValue(fromDouble(x)))];
}

/** A value as a number: truth counts as 1. */
export function asNumber(value: Value, element: XmlElement): Value {
  if (value.kind === 'text') {
    if (value.text === 'true') return numberValue(ONE);
    if (value.text === 'false') return numberValue(ZERO);
    throw unsupported(element, 'a number is needed', 'numbers', show(value.text));
  }
  // Categories that no one has named have no number: PMML gives no result for them.
  return value.kind === 'self' ? NONE : value;
}

function powerOf(value: Value, exponent: number, element: XmlElement): Value {
  const x = asNumber(value, element);
  if (x.kind !== 'number') return x;
  const base = constantOf(x);
  if (exponent === 0) return numberValue(ONE);
  if (exponent === 2) return multiplyValues(x, x, element);
  if (base !== undefined && (base === ONE || isZero(base)) && exponent > 0) return x;
  const result = base === undefined ? Number.NaN : rounded(base) ** exponent;
  if (Number.isFinite(result)) return numberValue(fromDouble(result));
  throw unsupported(
    element,
    `the power ${exponent} of a number`,
    'exponents 0, 1 and 2 (a parabola at most)',
    String(exponent),
  );
}

function addValues(a: Value, b: Value, element: XmlElement): Value {
  const [x, y] = [asNumber(a, element), asNumber(b, element)];
  if (x.kind !== 'number' || y.kind !== 'number') return worse(x, y);
  return { kind: 'number', poly: polynomial(x.poly.map((c, i) => sum(c, y.poly[i]))) };
}

function scaleValue(value: Value, factor: Exact, element: XmlElement): Value {
  const x = asNumber(value, element);
  if (x.kind !== 'number') return x;
  return { kind: 'number', poly: polynomial(x.poly.map((c) => product(c, factor))) };
}

function multiplyValues(a: Value, b: Value, element: XmlElement): Value {
  const [x, y] = [asNumber(a, element), asNumber(b, element)];
  if (x.kind !== 'number' || y.kind !== 'number') return worse(x, y);
  const c = [ZERO, ZERO, ZERO, ZERO, ZERO];
  x.poly.forEach((p, i) => {
    y.poly.forEach((q, j) => {
      c[i + j] = sum(c[i + j], product(p, q));
    });
  });
  if (!isZero(c[3]) || !isZero(c[4]))
    throw unsupported(element, 'a power above the square', 'a parabola at most', 'a cubic or more');
  return { kind: 'number', poly: polynomial(c) };
}

function worse(x: Value, y: Value): Value {
  return x.kind === 'none' || y.kind === 'none' ? NONE : MISSING;
}

function polynomial(c: readonly Exact[]): Polynomial {
  return [c[0], c[1], c[2]];
}
