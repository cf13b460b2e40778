// PMML expressions → functions of raw fields.

import { LimitError, show } from '@xpxlc/core';
import { compare, fromDouble, negate, ZERO } from '@xpxlc/core/exact';
import { applyBuiltIn, wrongCount } from './apply.ts';
import { asNumber, type Expression, single } from './arithmetic.ts';
import { numberOf, oneOf, parseNumber, refuse, required, toNumber, unsupported } from './attributes.ts';
import { cast } from './cast.ts';
import { type Exact, product, quotient, sum } from './exact.ts';
import {
  constant,
  type Func,
  MISSING,
  mapped,
  NO_MATCH,
  numberValue,
  textValue,
  type Value,
  type Work,
  withMissing,
} from './func.ts';
import { type Interval, readInterval, within } from './interval.ts';
import { byLevel, matched, matchedAny } from './select.ts';
import type { XmlElement } from './xml.ts';

/** Derived fields that use each other, and expressions within expressions: no deeper than this. */
const MOST_DEPTH = 500;

/** An expression is more work than a piece. */
const EXPRESSION_COST = 5;

/** Where names are looked up. */
export interface Scope {
  readonly work: Work;
  /** The field's meaning; undefined when there is no such field. */
  readonly field: (name: string) => Expression | undefined;
  /** A function that the file defines. */
  readonly define: (name: string) => XmlElement | undefined;
  readonly depth: number;
}

/** Elements that are expressions. */
export const EXPRESSIONS: readonly string[] = [
  'Constant',
  'FieldRef',
  'NormContinuous',
  'NormDiscrete',
  'Discretize',
  'MapValues',
  'TextIndex',
  'Apply',
  'Aggregate',
  'Lag',
];

/** The meaning of an expression element. */
export function readExpression(element: XmlElement, outer: Scope): Expression {
  const scope = { ...outer, depth: outer.depth + 1 };
  scope.work.spend(EXPRESSION_COST);
  if (scope.depth > MOST_DEPTH)
    throw new LimitError('expressions nest too deep', {
      code: 'too-deep',
      place: element.place,
      expected: `at most ${MOST_DEPTH} levels`,
      got: 'more (or a field that uses itself)',
    });
  switch (element.name) {
    case 'Constant':
      return [constant(readConstant(element))];
    case 'FieldRef':
      return mapMissing(element, fieldOf(element, required(element, 'field'), scope));
    case 'NormContinuous':
      return [normContinuous(element, scope)];
    case 'NormDiscrete':
      return [normDiscrete(element, scope)];
    case 'Discretize':
      return [discretize(element, single(fieldOf(element, required(element, 'field'), scope), element))];
    case 'MapValues':
      return [mapValues(element, scope)];
    case 'Apply':
      return mapMissing(element, apply(element, scope));
    default:
      throw unsupported(
        element,
        `<${element.name}> is not read`,
        'Constant, FieldRef, NormContinuous, NormDiscrete, Discretize, MapValues or Apply',
        `<${element.name}>`,
      );
  }
}

/** A field by name, or an error. */
export function fieldOf(element: XmlElement, name: string, scope: Scope): Expression {
  const found = scope.field(name);
  if (found !== undefined) return found;
  throw refuse(element, 'no such field', {
    code: 'unknown-field',
    expected: 'an active field of the MiningSchema, or a derived field',
    got: show(name),
  });
}

function readConstant(element: XmlElement): Value {
  if (element.get('missing') === 'true') return MISSING;
  const type = oneOf(element, 'dataType', ['', 'string', 'boolean', 'integer', 'float', 'double'], '');
  const text = element.text;
  const number = parseNumber(text);
  if (type === 'string' || (type === '' && number === undefined)) return textValue(text);
  const wrong =
    type === 'boolean'
      ? !/^\s*(true|false)\s*$/.test(text)
      : type === 'integer' && !/^\s*[+-]?\d+\s*$/.test(text);
  if (wrong)
    throw refuse(element, 'a constant of another type', {
      code: 'bad-number',
      expected: type,
      got: show(text),
    });
  if (type === 'boolean') return textValue(text.trim());
  return numberValue(fromDouble(number ?? toNumber(element, text, 'the constant')));
}

/** A value that an attribute writes: a number if it looks like one. */
function literal(text: string): Value {
  const number = parseNumber(text);
  return number === undefined
    ? textValue(text)
    : { kind: 'number', poly: [fromDouble(number), ZERO, ZERO], written: text };
}

function mapMissing(element: XmlElement, expression: Expression): Expression {
  const text = element.get('mapMissingTo');
  if (text === undefined) return expression;
  return [withMissing(single(expression, element), literal(text))];
}

function normContinuous(element: XmlElement, scope: Scope): Func {
  const points = element
    .all('LinearNorm')
    .map((norm) => ({ norm, orig: numberOf(norm, 'orig'), to: numberOf(norm, 'norm') }));
  if (points.length < 2)
    throw refuse(element, 'too few points', {
      code: 'bad-element',
      expected: 'at least two <LinearNorm>',
      got: String(points.length),
    });
  points.forEach(({ norm, orig }, i) => {
    if (i > 0 && !(orig > points[i - 1].orig))
      throw refuse(norm, 'points out of order', {
        code: 'bad-element',
        expected: `orig more than ${points[i - 1].orig}`,
        got: String(orig),
      });
  });
  const outliers = element.get('outliers') ?? 'asIs';
  const last = points.length - 1;
  const f = single(fieldOf(element, required(element, 'field'), scope), element);
  const levels = points.map(({ orig }) => orig);
  const line = (i: number, value: Value & { kind: 'number' }): Value => {
    const [a, b] = [points[i], points[i + 1]];
    const slope = quotient(
      sum(fromDouble(b.to), negate(fromDouble(a.to))),
      sum(fromDouble(b.orig), negate(fromDouble(a.orig))),
    );
    const [c0, c1, c2] = value.poly;
    const shift = sum(c0, negate(fromDouble(a.orig)));
    const times = (x: Exact): Exact => product(x, slope);
    return { kind: 'number', poly: [sum(fromDouble(a.to), times(shift)), times(c1), times(c2)] };
  };
  const result = byLevel(f, outliers === 'asIs' ? levels.slice(1, -1) : levels, element, (x, value) => {
    const beyond =
      compare(x, fromDouble(levels[0])) < 0 ? 0 : compare(x, fromDouble(levels[last])) > 0 ? last : -1;
    if (beyond >= 0 && outliers === 'asMissingValues') return MISSING;
    if (beyond >= 0 && outliers === 'asExtremeValues') return numberValue(fromDouble(points[beyond].to));
    let i = 0;
    while (i < last - 1 && compare(x, fromDouble(levels[i + 1])) >= 0) i++;
    return line(i, value);
  });
  const missing = element.get('mapMissingTo');
  return missing === undefined ? result : withMissing(result, literal(missing));
}

function normDiscrete(element: XmlElement, scope: Scope): Func {
  const f = single(fieldOf(element, required(element, 'field'), scope), element);
  const is = matched(f, required(element, 'value'), element);
  const result = mapped(is, (value) => (value.kind === 'text' ? asNumber(value, element) : value));
  const missing = element.get('mapMissingTo');
  return missing === undefined ? result : withMissing(result, literal(missing));
}

/** The bins of a Discretize, applied to a number. */
function discretize(element: XmlElement, f: Func): Func {
  const bins = element.all('DiscretizeBin').map((bin) => {
    const interval = bin.child('Interval');
    if (interval === undefined)
      throw refuse(bin, 'an element is missing', {
        code: 'missing-element',
        expected: '<Interval>',
        got: 'none',
      });
    return { interval: readInterval(interval), value: literal(required(bin, 'binValue')) };
  });
  const levels = bins.flatMap(({ interval: { left, right } }) => [left, right]).filter(Number.isFinite);
  const otherwise = element.get('defaultValue');
  const none = otherwise === undefined ? NO_MATCH : literal(otherwise);
  const binOf = lookUp(bins, element);
  const find = (x: Exact): Value => binOf(x)?.value ?? none;
  const result = typed(element, byLevel(f, levels, element, find));
  const missing = element.get('mapMissingTo');
  return missing === undefined ? result : withMissing(result, literal(missing));
}

/** A look-up of the bin that holds a number. Programs disagree on bins that overlap, so they must not. */
function lookUp<T extends { interval: Interval }>(
  bins: readonly T[],
  element: XmlElement,
): (x: Exact) => T | undefined {
  const sorted = [...bins].sort(
    (a, b) => a.interval.left - b.interval.left || a.interval.right - b.interval.right,
  );
  sorted.forEach(({ interval }, i) => {
    const before = i === 0 ? undefined : sorted[i - 1].interval;
    if (before === undefined || before.right < interval.left) return;
    if (before.right === interval.left && !(before.rightClosed && interval.leftClosed)) return;
    throw unsupported(
      element,
      'bins that overlap',
      'bins apart from each other',
      `two that hold ${interval.left}`,
    );
  });
  return (x) => {
    let low = 0;
    let high = sorted.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const { interval } = sorted[middle];
      if (within(interval, x)) return sorted[middle];
      // Where two bins meet at x, one of them is open there: then the neighbour is looked at.
      const below = Number.isFinite(interval.left) && compare(x, fromDouble(interval.left)) <= 0;
      if (below) high = middle - 1;
      else low = middle + 1;
    }
    return undefined;
  };
}

/** Bins and tables may say the type of their results: a number is then no longer as it was spelled. */
function typed(element: XmlElement, func: Func): Func {
  const type = element.get('dataType');
  return type === undefined ? func : single(cast([func], type, element), element);
}

function mapValues(element: XmlElement, scope: Scope): Func {
  const pairs = element.all('FieldColumnPair');
  if (pairs.length !== 1)
    throw unsupported(
      element,
      '<MapValues> of several fields',
      'one <FieldColumnPair>',
      String(pairs.length),
    );
  const [pair] = pairs;
  const [from, to] = [required(pair, 'column'), required(element, 'outputColumn')];
  const table = element.child('InlineTable');
  if (table === undefined)
    throw unsupported(element, 'a table outside the file', 'an <InlineTable>', '<TableLocator>');
  const rows = new Map<string, Value>();
  for (const row of table.all('row')) {
    // Columns are elements, in whatever namespace; the tree has local names only.
    const cell = (column: string): string | undefined => row.child(column.replace(/^.*:/, ''))?.text;
    const key = cell(from);
    const value = cell(to);
    if (key === undefined || value === undefined)
      throw refuse(row, 'a cell is missing', {
        code: 'missing-element',
        expected: `${from} and ${to}`,
        got: 'one',
      });
    if (!rows.has(key)) rows.set(key, literal(value));
  }
  const f = single(fieldOf(pair, required(pair, 'field'), scope), element);
  const otherwise = element.get('defaultValue');
  const result = typed(
    element,
    matchedAny(f, rows, otherwise === undefined ? NO_MATCH : literal(otherwise), element),
  );
  const missing = element.get('mapMissingTo');
  return missing === undefined ? result : withMissing(result, literal(missing));
}

function apply(element: XmlElement, scope: Scope): Expression {
  const name = required(element, 'function');
  for (const attribute of ['defaultValue', 'invalidValueTreatment'])
    if (element.get(attribute) !== undefined && element.get(attribute) !== 'returnInvalid')
      throw unsupported(
        element,
        'a result for invalid arguments',
        `no ${attribute}`,
        show(element.get(attribute)),
      );
  const args = element.children.map((child) => readExpression(child, scope));
  return applyBuiltIn(element, name, args) ?? defined(element, name, scope, args);
}

/** A call of a function that the file defines: its body, with the arguments in place of the parameters. */
function defined(element: XmlElement, name: string, scope: Scope, args: readonly Expression[]): Expression {
  const definition = scope.define(name);
  const body = definition?.child(...EXPRESSIONS);
  if (definition === undefined || body === undefined)
    throw unsupported(
      element,
      `the function ${show(name)} does not keep a model additive, or is not known`,
      '+, -, *, /, pow, abs, min, max, threshold, comparisons, isMissing, isIn, and, or, not, if, or a <DefineFunction>',
      show(name),
    );
  const parameters = definition.all('ParameterField').map((parameter) => required(parameter, 'name'));
  if (parameters.length !== args.length) throw wrongCount(element, parameters.length, args.length);
  const bound = new Map(parameters.map((parameter, i) => [parameter, args[i]]));
  const type = definition.get('dataType');
  const result = readExpression(body, { ...scope, field: (field) => bound.get(field) });
  return type === undefined ? result : cast(result, type, definition);
}
