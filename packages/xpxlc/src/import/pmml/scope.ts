// Names of a file: raw fields, derived fields (read when first asked for) and functions it defines.
import { show } from '@xpxlc/core';
import type { Expression } from './arithmetic.ts';
import { oneOf, refuse, required, requiredChild } from './attributes.ts';
import { cast } from './cast.ts';
import { EXPRESSIONS, readExpression, type Scope } from './expression.ts';
import type { RawField } from './fields.ts';
import type { Work } from './func.ts';
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
  return cast(expression, type, element);
}
