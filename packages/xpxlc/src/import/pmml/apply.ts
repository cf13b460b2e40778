// The built-in functions of <Apply> that keep a model additive: arithmetic with constants, and questions about one field.

import { show } from '@xpxlc/core';
import { compare, fromDouble, negate, ZERO } from '@xpxlc/core/exact';
import {
  divide,
  type Expression,
  minus,
  multiply,
  plainConstant,
  plus,
  power,
  single,
} from './arithmetic.ts';
import { refuse, unsupported } from './attributes.ts';
import { ONE, rounded } from './exact.ts';
import {
  constant,
  type Func,
  MISSING,
  mapped,
  NONE,
  numberValue,
  textValue,
  type Value,
  zipped,
} from './func.ts';
import { byLevel, matched, matchedAny, truth } from './select.ts';
import type { XmlElement } from './xml.ts';

const ARITHMETIC = new Set(['+', '-', '*', '/', 'pow', 'abs', 'min', 'max', 'threshold']);

/** Functions that do not take missing arguments: PMML has no result then. */
const STRICT = new Set([
  ...['pow', 'abs', 'min', 'max', 'threshold', 'not'],
  ...['equal', 'notEqual', 'lessThan', 'lessOrEqual', 'greaterThan', 'greaterOrEqual', 'isIn', 'isNotIn'],
]);

function strict(part: Func): Func {
  return mapped(part, (value) => (value.kind === 'missing' ? NONE : value));
}

/** Truths are no numbers. */
function checkNumbers(pieces: readonly Value[], element: XmlElement): void {
  const text = pieces.find((value) => value.kind === 'text');
  if (text !== undefined)
    throw unsupported(element, 'arithmetic with a text or a truth', 'numbers', show(text.text));
}

/** A built-in function of its arguments; undefined when it is none of those that keep a model additive. */
export function applyBuiltIn(
  element: XmlElement,
  name: string,
  args: readonly Expression[],
): Expression | undefined {
  if (ARITHMETIC.has(name))
    for (const arg of args) for (const { pieces } of arg) checkNumbers(pieces, element);
  return call(element, name, STRICT.has(name) ? args.map((arg) => arg.map(strict)) : args);
}

function call(element: XmlElement, name: string, args: readonly Expression[]): Expression | undefined {
  switch (name) {
    case '+':
    case '-':
    case '*':
    case '/': {
      const [a, b] = exactly(element, args, 2);
      return { '+': plus, '-': minus, '*': multiply, '/': divide }[name](a, b, element);
    }
    case 'pow': {
      const [a, b] = exactly(element, args, 2);
      const exponent = plainConstant(b);
      if (exponent === undefined) throw unsupported(element, 'a variable exponent', 'a constant', 'a field');
      return power(a, rounded(exponent), element);
    }
    case 'abs': {
      const [a] = exactly(element, args, 1);
      return [
        byLevel(single(a, element), [0], element, (x, { poly: [c0, c1, c2] }) => ({
          kind: 'number',
          poly: x.m >= 0n ? [c0, c1, c2] : [negate(c0), negate(c1), negate(c2)],
        })),
      ];
    }
    case 'min':
    case 'max':
      return some(element, args).reduce((a, b) => [
        extreme(single(a, element), single(b, element), name, element),
      ]);
    case 'threshold': {
      const [a, b] = exactly(element, args, 2);
      const at = levelOf(b, element);
      const above = byLevel(single(a, element), [at], element, (x) =>
        numberValue(compare(x, fromDouble(at)) > 0 ? ONE : ZERO),
      );
      return [above];
    }
    case 'equal':
    case 'notEqual':
    case 'lessThan':
    case 'lessOrEqual':
    case 'greaterThan':
    case 'greaterOrEqual': {
      const [a, b] = exactly(element, args, 2);
      return [compared(single(a, element), single(b, element), name, element)];
    }
    case 'isMissing':
    case 'isNotMissing': {
      const [a] = exactly(element, args, 1);
      const asked = mapped(single(a, element), (value) =>
        value.kind === 'none' ? NONE : truth((value.kind === 'missing') === (name === 'isMissing')),
      );
      return [{ ...asked, speaks: true }];
    }
    case 'isIn':
    case 'isNotIn': {
      const [a, ...rest] = some(element, args);
      const rows = new Map(rest.map((b) => [textOf(b, element), truth(name === 'isIn')] as const));
      return [matchedAny(single(a, element), rows, truth(name !== 'isIn'), element)];
    }
    case 'and':
    case 'or':
      return some(element, args).reduce((a, b) => [
        zipped(sameField(a, b, element), single(b, element), (x, y) => logic(name, x, y, element)),
      ]);
    case 'not': {
      const [a] = exactly(element, args, 1);
      return [mapped(single(a, element), (x) => (x.kind === 'text' ? truth(x.text !== 'true') : x))];
    }
    case 'if': {
      if (args.length < 2) throw wrongCount(element, 2, args.length);
      const [condition, then, otherwise] = args as [Expression, Expression, Expression | undefined];
      const yes = single(then, element);
      const no = otherwise === undefined ? constant(MISSING) : single(otherwise, element);
      const f = sameField(condition, then, element);
      const half = zipped(f, yes, (c, x) => (isTruth(c, true) ? x : c));
      if (half.of !== undefined && no.of !== undefined && half.of !== no.of) single([half, no], element);
      const whole = zipped(
        zipped(f, no, (c, x) => (isTruth(c, true) ? TAKEN : isTruth(c, false) ? x : c)),
        half,
        (x, y) => (x === TAKEN ? y : x),
      );
      return [whole];
    }
    default:
      return undefined;
  }
}

const TAKEN: Value = { kind: 'text', text: '\u0000taken' };

function isTruth(value: Value, what: boolean): boolean {
  return value.kind === 'text' && value.text === String(what);
}

function sameField(a: Expression, b: Expression, element: XmlElement): Func {
  const [f, g] = [single(a, element), single(b, element)];
  if (f.of !== undefined && g.of !== undefined && f.of !== g.of) single([f, g], element);
  return f;
}

function logic(name: 'and' | 'or', x: Value, y: Value, element: XmlElement): Value {
  const decisive = String(name === 'or');
  for (const value of [x, y])
    if (value.kind !== 'text' && value.kind !== 'missing' && value.kind !== 'none')
      throw unsupported(element, `'${name}' of something else than truths`, 'comparisons', value.kind);
  if (isTruth(x, name === 'or') || isTruth(y, name === 'or')) return textValue(decisive);
  return x.kind === 'text' ? y : x;
}

function extreme(f: Func, g: Func, name: 'min' | 'max', element: XmlElement): Func {
  const [moving, bound] = g.of === undefined ? [f, g] : [g, f];
  const at = levelOf([bound], element);
  return byLevel(moving, [at], element, (x, value) => {
    const beyond = compare(x, fromDouble(at));
    return (name === 'min' ? beyond > 0 : beyond < 0) ? numberValue(fromDouble(at)) : value;
  });
}

const TURNED = {
  equal: 'equal',
  notEqual: 'notEqual',
  lessThan: 'greaterThan',
  lessOrEqual: 'greaterOrEqual',
  greaterThan: 'lessThan',
  greaterOrEqual: 'lessOrEqual',
} as const;

/** How a comparison may be called: PMML's functions, and its predicates' operators. */
type Comparison = keyof typeof TURNED;

function compared(f: Func, g: Func, name: Comparison, element: XmlElement): Func {
  if (f.of === undefined && g.of !== undefined) return compared(g, f, TURNED[name], element);
  if (g.of !== undefined) single([f, { ...g, of: { ...g.of } }], element);
  if (name === 'equal' || name === 'notEqual') {
    const is = matched(f, textOf([g], element), element);
    return name === 'equal' ? is : mapped(is, (x) => (x.kind === 'text' ? truth(x.text !== 'true') : x));
  }
  return ordered(f, levelOf([g], element), name, element);
}

/** `f < level` and its like. */
export function ordered(f: Func, level: number, name: Comparison, element: XmlElement): Func {
  return byLevel(f, [level], element, (x) => {
    const order = compare(x, fromDouble(level));
    if (name === 'lessThan') return truth(order < 0);
    if (name === 'lessOrEqual') return truth(order <= 0);
    return truth(name === 'greaterThan' ? order > 0 : order >= 0);
  });
}

function levelOf(expression: Expression, element: XmlElement): number {
  const level = plainConstant(expression);
  const number = level === undefined ? Number.NaN : rounded(level);
  if (Number.isFinite(number)) return number;
  throw unsupported(
    element,
    'a comparison with something else than a number',
    'a constant number',
    'another expression',
  );
}

/** The text that a constant compares as. */
function textOf(expression: Expression, element: XmlElement): string {
  const [{ of, pieces }] = expression;
  const [value] = pieces;
  if (of === undefined && expression.length === 1) {
    if (value.kind === 'text') return value.text;
    if (value.kind === 'number') return String(rounded(value.poly[0]));
  }
  throw unsupported(element, 'a comparison of two fields', 'a constant', 'another expression');
}

function exactly<const N extends 1 | 2>(
  element: XmlElement,
  args: readonly Expression[],
  count: N,
): N extends 1 ? [Expression] : [Expression, Expression] {
  if (args.length !== count) throw wrongCount(element, count, args.length);
  return args as N extends 1 ? [Expression] : [Expression, Expression];
}

function some(element: XmlElement, args: readonly Expression[]): readonly Expression[] {
  if (args.length === 0) throw wrongCount(element, 1, 0);
  return args;
}

/** Too few or too many arguments. */
export function wrongCount(element: XmlElement, expected: number, got: number): Error {
  return refuse(element, 'wrong number of arguments', {
    code: 'bad-element',
    expected: String(expected),
    got: String(got),
  });
}
