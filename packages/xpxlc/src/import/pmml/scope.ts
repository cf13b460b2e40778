// Names of a file: raw fields, derived fields (read when first asked for) and functions it defines.
import { show } from '@xpxlc/core';
import { asNumber, type Expression, single } from './arithmetic.ts';
import { oneOf, refuse, required, requiredChild, unsupported } from './attributes.ts';
import { compare, exact, rounded } from './exact.ts';
import { EXPRESSIONS, readExpression, type Scope } from './expression.ts';
import type { RawField } from './fields.ts';
import { constantOf, type Func, mapped, textValue, type Value, type Work } from './func.ts';
import type { XmlElement } from './xml.ts';

/** What is said about the reading itself: places where doubles differ from 32-bit numbers, and the like. */
export type Notes = Set<string>;

/** The names that a model sees: the dictionary's transformations and the model's own. */
export function makeScope(
  root: XmlElement,
  models: readonly XmlElement[],
  fields: ReadonlyMap<string, RawField>,
  { work, notes }: { work: Work; notes: Notes },
): Scope {
  const derived = new Map<string, XmlElement>();
  const functions = new Map<string, XmlElement>();
  const dictionary = root.child('TransformationDictionary');
  for (const definition of dictionary?.all('DefineFunction') ?? [])
    functions.set(required(definition, 'name'), definition);
  const holders = [dictionary, ...models.map((model) => model.child('LocalTransformations'))];
  for (const field of holders.flatMap((holder) => holder?.all('DerivedField') ?? [])) {
    const name = required(field, 'name');
    if (derived.has(name) || fields.has(name))
      throw refuse(field, 'the same field twice', {
        code: 'duplicate-name',
        expected: 'another name',
        got: show(name),
      });
    derived.set(name, field);
  }
  const known = new Map<string, Expression>();
  const scopeAt = (depth: number): Scope => ({
    work,
    depth,
    define: (name) => functions.get(name),
    field: (name) => {
      const found = known.get(name);
      if (found !== undefined) return found;
      const raw = fields.get(name);
      const element = derived.get(name);
      if (raw === undefined && element === undefined) return undefined;
      const meaning: Expression =
        element === undefined ? [(raw as RawField).func] : readDerived(element, scopeAt(depth + 1), notes);
      known.set(name, meaning);
      return meaning;
    },
  });
  return scopeAt(0);
}

/** A derived field: its expression, as the type that it says it has. */
export function readDerived(element: XmlElement, scope: Scope, notes: Notes): Expression {
  const type = oneOf(element, 'dataType', ['string', 'boolean', 'integer', 'float', 'double'], 'string');
  const expression = readExpression(requiredChild(element, ...EXPRESSIONS), scope);
  if (type === 'float')
    notes.add('derived fields of type float are computed as doubles: 32-bit rounding is not imitated');
  if (type === 'float' || type === 'double')
    return expression.map((part) => mapped(part, (value) => asNumber(value, element)));
  const func = single(expression, element);
  return [type === 'integer' ? whole(func, element) : mapped(func, (value) => asText(value, element))];
}

/** Integers: constant pieces that are whole, or a raw field of whole numbers as it is. */
function whole(func: Func, element: XmlElement): Func {
  return mapped(func, (value) => {
    const number = asNumber(value, element);
    const x = constantOf(number);
    const isWhole =
      x !== undefined && Number.isSafeInteger(rounded(x)) && compare(exact(rounded(x)), x) === 0;
    if (number.kind !== 'number' || isWhole) return number;
    throw unsupported(element, 'numbers rounded to whole ones', 'dataType double', 'integer');
  });
}

function asText(value: Value, element: XmlElement): Value {
  if (value.kind !== 'number') return value;
  const x = constantOf(value);
  if (x === undefined) throw unsupported(element, 'a number as text', 'dataType double', 'string');
  return textValue(String(rounded(x)));
}
