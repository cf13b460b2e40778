// PMML predicates → truths of one raw field. What is missing makes a comparison unknown, which no attribute takes for true.
import { show } from '@xpxlc/core';
import { ordered } from './apply.ts';
import { single } from './arithmetic.ts';
import { oneOf, refuse, required, requiredChild, toNumber, unsupported } from './attributes.ts';
import { fieldOf, type Scope } from './expression.ts';
import { constant, type Func, mapped, type Value, zipped } from './func.ts';
import { matchedAny, truth } from './select.ts';
import type { XmlElement } from './xml.ts';

/** Elements that are predicates. */
export const PREDICATES: readonly string[] = [
  'SimplePredicate',
  'CompoundPredicate',
  'SimpleSetPredicate',
  'True',
  'False',
];

/** Where a predicate is true, false, or unknown (missing). */
export function readPredicate(element: XmlElement, scope: Scope): Func {
  scope.work.spend(1);
  switch (element.name) {
    case 'True':
    case 'False':
      return constant(truth(element.name === 'True'));
    case 'SimplePredicate':
      return simple(element, scope);
    case 'SimpleSetPredicate': {
      const isIn = oneOf(element, 'booleanOperator', ['isIn', 'isNotIn'], 'isIn') === 'isIn';
      const items = readArray(requiredChild(element, 'Array'));
      const f = single(fieldOf(element, required(element, 'field'), scope), element);
      return matchedAny(f, new Map(items.map((item) => [item, truth(isIn)])), truth(!isIn), element);
    }
    case 'CompoundPredicate':
      return compound(element, scope);
    default:
      throw refuse(element, 'not a predicate', {
        code: 'bad-element',
        expected: PREDICATES.map((name) => `<${name}>`).join(', '),
        got: `<${element.name}>`,
      });
  }
}

function simple(element: XmlElement, scope: Scope): Func {
  const operator = oneOf(
    element,
    'operator',
    [
      'equal',
      'notEqual',
      'lessThan',
      'lessOrEqual',
      'greaterThan',
      'greaterOrEqual',
      'isMissing',
      'isNotMissing',
    ] as const,
    'equal',
  );
  const f = single(fieldOf(element, required(element, 'field'), scope), element);
  if (operator === 'isMissing' || operator === 'isNotMissing') {
    const asked = mapped(f, (value) =>
      value.kind === 'none' ? value : truth((value.kind === 'missing') === (operator === 'isMissing')),
    );
    return { ...asked, speaks: true };
  }
  const text = required(element, 'value');
  if (operator === 'equal' || operator === 'notEqual')
    return matchedAny(
      f,
      new Map([[text, truth(operator === 'equal')]]),
      truth(operator !== 'equal'),
      element,
    );
  return ordered(f, toNumber(element, text, 'the value'), operator, element);
}

function compound(element: XmlElement, scope: Scope): Func {
  const operator = oneOf(element, 'booleanOperator', ['and', 'or', 'xor'], 'and');
  const parts = element.all(...PREDICATES).map((child) => readPredicate(child, scope));
  if (parts.length < 2)
    throw refuse(element, 'too few predicates', {
      code: 'missing-element',
      expected: '2 or more',
      got: String(parts.length),
    });
  return parts.reduce((a, b) => {
    oneField(a, b, element);
    return zipped(a, b, (x, y) => joined(operator, x, y));
  });
}

function joined(operator: 'and' | 'or' | 'xor', x: Value, y: Value): Value {
  const [a, b] = [isTrue(x), isTrue(y)];
  if (operator === 'xor') return a === undefined ? x : b === undefined ? y : truth(a !== b);
  const decisive = operator === 'or';
  if (a === decisive || b === decisive) return truth(decisive);
  return a === undefined ? x : y;
}

/** True, false, or undefined for unknown. */
export function isTrue(value: Value): boolean | undefined {
  return value.kind === 'text' ? value.text === 'true' : undefined;
}

/** Both of the same field, or of none. */
export function oneField(a: Func, b: Func, element: XmlElement): void {
  if (a.of === undefined || b.of === undefined || a.of === b.of) return;
  throw unsupported(
    element,
    `<${element.name}> mixes fields`,
    'predicates on one field',
    `${show(a.of.name)} and ${show(b.of.name)}`,
  );
}

/** The items of an Array: separated by blanks, or in quotes. */
function readArray(array: XmlElement): string[] {
  return Array.from(array.text.matchAll(/"((?:[^"\\]|\\.)*)"|[^\s"]+/g), ([item, quoted]) =>
    quoted === undefined ? item : quoted.replaceAll('\\"', '"').replaceAll('\\\\', '\\'),
  );
}
