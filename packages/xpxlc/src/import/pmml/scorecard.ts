// Scorecard → points per category and bin. A scorecard has no classes: the cut-off comes from the caller. Reason codes and
// baselines do not decide anything; they are kept as notes.

import { FormatError, show } from '@xpxlc/core';
import { fromDouble, negate } from '@xpxlc/core/exact';
import type { FileShape, ModelFile } from '../../schema/model-file.ts';
import { asNumber, single } from './arithmetic.ts';
import { type Reading, toColumns } from './assemble.ts';
import { numberOf, oneOf, refuse, required, requiredChild, toNumber, unsupported } from './attributes.ts';
import { ONE, rounded, sum } from './exact.ts';
import { EXPRESSIONS, readExpression, type Scope } from './expression.ts';
import { constant, type Func, NONE, numberValue, zipped } from './func.ts';
import { isTrue, oneField, PREDICATES, readPredicate } from './predicate.ts';
import { addTerm, newScore } from './scores.ts';
import type { XmlElement } from './xml.ts';

const HEAD = { format: 'xpxlc-model', version: 1 } as const;

/** What a scorecard's class is made of. */
export interface CutoffOptions {
  readonly cutoff?: number;
  readonly classes?: readonly [string, string];
}

export function readScorecard(
  model: XmlElement,
  scope: Scope,
  { reading, options }: { reading: Reading; options: CutoffOptions },
): { file: ModelFile; notes: { readonly [key: string]: unknown } } {
  const { cutoff, classes = ['below the cut-off', 'cut-off reached'] } = options;
  if (cutoff === undefined || !Number.isFinite(cutoff))
    throw new FormatError('a scorecard has points, but no classes', {
      code: 'missing-cutoff',
      place: model.place,
      expected: 'a cut-off, given as an option: how many points make the second class',
      got: show(cutoff),
    });
  for (const target of model.child('Targets')?.all('Target') ?? [])
    for (const name of ['rescaleConstant', 'rescaleFactor', 'min', 'max', 'castInteger'])
      if (target.get(name) !== undefined)
        throw unsupported(target, 'points that are changed afterwards', `no ${name}`, show(target.get(name)));
  const points = newScore('points');
  points.bias = fromDouble(numberOf(model, 'initialScore', 0));
  const characteristics = requiredChild(model, 'Characteristics').all('Characteristic');
  const reasons = characteristics.map((characteristic) => {
    const func = readCharacteristic(characteristic, scope);
    addTerm(points, [func], ONE, characteristic);
    return reasonsOf(characteristic, func, model);
  });
  const { features, shapes, bias } = toColumns([points], reading);
  const base = rounded(bias[0]);
  const common = { ...HEAD, classes: [...classes], features };
  const notes = {
    reasonCodes: reasons,
    reasonCodeAlgorithm: model.get('reasonCodeAlgorithm'),
    baselineMethod: model.get('baselineMethod'),
  };
  const entries = shapes.map(([shape]) => pointsOf(shape));
  if (entries.every((entry) => entry !== undefined))
    return { file: { ...common, kind: 'scorecard', base, cutoff, points: entries }, notes };
  const flat = (shape: FileShape): FileShape =>
    'values' in shape
      ? { ...shape, values: shape.values.map(() => 0), ...zeroMissing(shape) }
      : { kind: 'linear', weight: 0 };
  return {
    file: {
      ...common,
      tieOrder: [...classes].reverse(),
      kind: 'additive',
      bias: [0, rounded(sum(bias[0], negate(fromDouble(cutoff))))],
      shapes: shapes.map(([shape]) => [flat(shape), shape]),
    },
    notes,
  };
}

function zeroMissing(shape: FileShape): object {
  return 'missing' in shape ? { missing: 0 } : {};
}

type Points = Extract<ModelFile, { kind: 'scorecard' }>['points'][number];

function pointsOf(shape: FileShape): Points | undefined {
  if (shape.kind === 'table') return shape.values;
  if (shape.kind === 'steps') {
    const { kind: _, ...steps } = shape;
    return steps;
  }
  return shape.kind === 'linear' && shape.weight === 0 ? { cuts: [], values: [0] } : undefined;
}

/** The first attribute that is true gives the points; where none is, PMML has no result. */
function readCharacteristic(characteristic: XmlElement, scope: Scope): Func {
  const attributes = characteristic.all('Attribute');
  if (attributes.length === 0)
    throw refuse(characteristic, 'no attributes', {
      code: 'missing-element',
      expected: '<Attribute>',
      got: 'none',
    });
  return attributes.reduceRight<Func>((rest, attribute) => {
    const element = requiredChild(attribute, ...PREDICATES);
    const condition = readPredicate(element, scope);
    const score = readPoints(attribute, scope);
    oneField(condition, rest, characteristic);
    oneField(condition, score, characteristic);
    oneField(score, rest, characteristic);
    // Unknown is not true: the next attribute is asked.
    const otherwise = zipped(condition, rest, (is, value) => (isTrue(is) === true ? MARK : value));
    const joined = zipped(otherwise, score, (value, own) => (value === MARK ? own : value));
    // An attribute for everything is also one for missing cells.
    return element.name === 'True' ? { ...joined, speaks: true } : joined;
  }, constant(NONE));
}

const MARK = { kind: 'text', text: '\u0000here' } as const;

function readPoints(attribute: XmlElement, scope: Scope): Func {
  const complex = attribute.child('ComplexPartialScore');
  if (complex === undefined)
    return constant(
      numberValue(fromDouble(toNumber(attribute, required(attribute, 'partialScore'), 'partialScore'))),
    );
  const func = single(readExpression(requiredChild(complex, ...EXPRESSIONS), scope), complex);
  return { ...func, missing: asNumber(func.missing, complex) };
}

/** What the file says about reasons, by attribute, in the words of the file. */
function reasonsOf(characteristic: XmlElement, func: Func, model: XmlElement): object {
  const own = characteristic.get('reasonCode');
  const baseline = characteristic.get('baselineScore') ?? model.get('baselineScore');
  oneOf(model, 'reasonCodeAlgorithm', ['pointsAbove', 'pointsBelow'], 'pointsBelow');
  return {
    characteristic: characteristic.get('name') ?? func.of?.name ?? '',
    feature: func.of?.name,
    ...(baseline === undefined ? {} : { baseline: toNumber(characteristic, baseline, 'baselineScore') }),
    attributes: characteristic.all('Attribute').map((attribute) => ({
      when: whenOf(attribute.child(...PREDICATES)),
      ...(attribute.get('partialScore') === undefined ? {} : { points: numberOf(attribute, 'partialScore') }),
      ...((attribute.get('reasonCode') ?? own) === undefined
        ? {}
        : { reasonCode: attribute.get('reasonCode') ?? own }),
    })),
  };
}

const SIGNS: Readonly<Record<string, string>> = {
  equal: '=',
  notEqual: '≠',
  lessThan: '<',
  lessOrEqual: '≤',
  greaterThan: '>',
  greaterOrEqual: '≥',
};

function whenOf(predicate: XmlElement | undefined): string {
  if (predicate === undefined) return '';
  const field = predicate.get('field') ?? '';
  const operator = predicate.get('operator') ?? predicate.get('booleanOperator') ?? '';
  switch (predicate.name) {
    case 'SimplePredicate':
      return operator in SIGNS
        ? `${field} ${SIGNS[operator]} ${predicate.get('value') ?? ''}`
        : `${field} ${operator}`;
    case 'SimpleSetPredicate':
      return `${field} ${operator} ${predicate.child('Array')?.text.trim() ?? ''}`;
    case 'CompoundPredicate':
      return predicate
        .all(...PREDICATES)
        .map(whenOf)
        .join(` ${operator} `);
    default:
      return predicate.name;
  }
}
