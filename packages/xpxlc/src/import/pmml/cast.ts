// A value as the type that a derived field or a function says it has.

import { show } from '@xpxlc/core';
import { compare, fromDouble } from '@xpxlc/core/exact';
import { asNumber, type Expression, single } from './arithmetic.ts';
import { unsupported } from './attributes.ts';
import { rounded } from './exact.ts';
import { constantOf, type Func, mapped, textValue, type Value } from './func.ts';
import type { XmlElement } from './xml.ts';

/** The expression as this `dataType`; what would round is refused. */
export function cast(expression: Expression, type: string, element: XmlElement): Expression {
  if (type === 'float' || type === 'double')
    return expression.map((part) => mapped(part, (value) => unspelled(asNumber(value, element))));
  const func = single(expression, element);
  switch (type) {
    case 'integer':
      return [whole(func, element)];
    case 'string':
      return [mapped(func, (value) => asText(value, element))];
    case 'boolean':
      return [mapped(func, (value) => asTruth(value, element))];
    default:
      throw unsupported(element, 'another type', 'string, boolean, integer, float or double', show(type));
  }
}

function unspelled(value: Value): Value {
  return value.kind === 'number' ? { kind: 'number', poly: value.poly } : value;
}

function asTruth(value: Value, element: XmlElement): Value {
  if (value.kind === 'missing' || value.kind === 'none') return value;
  if (value.kind === 'text' && (value.text === 'true' || value.text === 'false')) return value;
  throw unsupported(element, 'something else as a truth', 'comparisons', value.kind);
}

/** Integers: constant pieces that are whole, or a raw field of whole numbers as it is. */
function whole(func: Func, element: XmlElement): Func {
  return mapped(func, (value) => {
    const number = asNumber(value, element);
    const x = constantOf(number);
    const isWhole =
      x !== undefined && Number.isSafeInteger(rounded(x)) && compare(fromDouble(rounded(x)), x) === 0;
    if (number.kind !== 'number' || isWhole) return unspelled(number);
    throw unsupported(element, 'numbers rounded to whole ones', 'dataType double', 'integer');
  });
}

function asText(value: Value, element: XmlElement): Value {
  if (value.kind !== 'number') return value;
  const x = constantOf(value);
  // Only a number that the file spells has a text; of others programs make different ones (1, 1.0).
  if (x === undefined || value.written === undefined)
    throw unsupported(element, 'a number as text', 'dataType double', 'string');
  return textValue(value.written);
}
