// Functions that ask which: is the value this one, one of these, below or above?
import { compare, fromDouble } from '@xpxlc/core/exact';
import { parseNumber, unsupported } from './attributes.ts';
import { type Exact, rounded } from './exact.ts';
import {
  constantOf,
  evaluate,
  type Func,
  mapped,
  NONE,
  refined,
  sample,
  split,
  textValue,
  type Value,
} from './func.ts';
import type { XmlElement } from './xml.ts';

export function truth(is: boolean): Value {
  return textValue(String(is));
}

/** A value of each piece by where its number lies; pieces are cut at the levels first. */
export function byLevel(
  f: Func,
  levels: readonly number[],
  element: XmlElement,
  choose: (x: Exact, value: Value & { kind: 'number' }) => Value,
): Func {
  const cut = refined(f, levels);
  if (cut === undefined)
    throw unsupported(element, 'a comparison with a square', 'a linear expression', 'a parabola');
  cut.of?.work.spend(cut.pieces.length);
  const chosen = (value: Value, x: Exact | undefined): Value => {
    if (value.kind === 'missing' || value.kind === 'none') return value;
    if (value.kind === 'self') return NONE;
    if (value.kind === 'text')
      throw unsupported(element, 'a comparison of texts by size', 'numbers', `'${value.text.slice(0, 40)}'`);
    return x === undefined ? NONE : choose(x, value);
  };
  const at = (value: Value, p: number): Exact | undefined => {
    if (value.kind !== 'number') return undefined;
    const x = constantOf(value);
    if (x !== undefined) return x;
    const inside = sample(cut, p);
    return inside === undefined || !Number.isFinite(inside)
      ? undefined
      : evaluate(value.poly, fromDouble(inside));
  };
  return {
    ...cut,
    pieces: cut.pieces.map((value, p) => chosen(value, at(value, p))),
    named: new Map(Array.from(cut.named, ([name, value]) => [name, chosen(value, constantOf(value))])),
    missing: chosen(cut.missing, constantOf(cut.missing)),
  };
}

/** Is it this value? Where it is missing, so is the answer. */
export function matched(f: Func, text: string, element: XmlElement): Func {
  return matchedAny(f, new Map([[text, truth(true)]]), truth(false), element);
}

/** The value beside the first text that it equals. */
export function matchedAny(
  f: Func,
  rows: ReadonlyMap<string, Value>,
  otherwise: Value,
  element: XmlElement,
): Func {
  const numbers = new Map<number, Value>();
  for (const [text, value] of rows) {
    const number = parseNumber(text);
    if (number !== undefined && !numbers.has(number)) numbers.set(number, value);
    if (number === undefined && f.of?.numeric === true && f.pieces[0].kind === 'self')
      throw unsupported(
        element,
        `'${f.of.name}' has numbers as values`,
        'a number',
        `'${text.slice(0, 40)}'`,
      );
  }
  if (numbers.size < rows.size && f.pieces.some(({ kind }) => kind === 'number'))
    throw unsupported(element, 'a number compared with a text', 'numbers', 'a text');
  const strange = [...rows.keys()].find((text) => text !== 'true' && text !== 'false');
  if (strange !== undefined && isTruth(f))
    throw unsupported(
      element,
      'a truth compared with something else',
      'true or false',
      `'${strange.slice(0, 40)}'`,
    );
  const names =
    f.of?.kind !== 'categories' ? [] : f.of.numeric ? [...numbers.keys()].map(String) : [...rows.keys()];
  const apart = refined(split(f, names), [...numbers.keys()]);
  if (apart === undefined)
    throw unsupported(element, 'a comparison with a square', 'a linear expression', 'a parabola');
  const of = (value: Value, x: Exact | undefined): Value => {
    if (value.kind === 'missing' || value.kind === 'none') return value;
    if (value.kind === 'text') return rows.get(value.text) ?? otherwise;
    if (value.kind === 'self' || x === undefined) return otherwise;
    const nearest = rounded(x);
    const found = numbers.get(nearest);
    return found !== undefined && compare(fromDouble(nearest), x) === 0 ? found : otherwise;
  };
  apart.of?.work.spend(apart.pieces.length);
  const pieces = apart.pieces.map((value, p) => {
    if (value.kind !== 'number') return of(value, undefined);
    const inside = sample(apart, p);
    const x =
      constantOf(value) ??
      (inside === undefined || !Number.isFinite(inside)
        ? undefined
        : evaluate(value.poly, fromDouble(inside)));
    return of(value, x);
  });
  const plain = mapped(apart, (value) => of(value, constantOf(value)));
  return { ...plain, pieces };
}

/** Nothing but true and false comes out. */
function isTruth({ of, pieces, named }: Func): boolean {
  let found = false;
  for (const value of [...pieces, ...named.values()]) {
    if (value.kind === 'missing' || value.kind === 'none') continue;
    const is =
      value.kind === 'self' ? of?.truth === true : value.kind === 'text' && /^(true|false)$/.test(value.text);
    if (!is) return false;
    found = true;
  }
  return found;
}
