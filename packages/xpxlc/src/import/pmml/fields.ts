// DataDictionary and MiningSchema → the raw fields: what cells may hold, and what happens to those that are missing,
// invalid or extreme.

import { show } from '@xpxlc/core';
import { above, below, compare, fromDouble } from '@xpxlc/core/exact';
import {
  numberOf,
  oneOf,
  parseNumber,
  refuse,
  required,
  requiredChild,
  toNumber,
  unsupported,
} from './attributes.ts';
import type { Exact } from './exact.ts';
import {
  type Argument,
  type Func,
  identity,
  MISSING,
  numberValue,
  sample,
  split,
  type Value,
  valueFor,
  type Work,
} from './func.ts';
import { type Interval, readInterval } from './interval.ts';
import { byLevel, matchedAny } from './select.ts';
import type { XmlElement } from './xml.ts';

type DataType = 'integer' | 'float' | 'double' | 'string' | 'boolean';

const NUMBERS: readonly DataType[] = ['integer', 'float', 'double'];
const TYPES: readonly DataType[] = [...NUMBERS, 'string', 'boolean'];

/** A raw field of the model. */
export interface RawField extends Argument {
  readonly element: XmlElement;
  readonly type: DataType;
  /** Categories as the file spells them, by the text they compare as; undefined when the file does not list them. */
  readonly labels: ReadonlyMap<string, string> | undefined;
  /** Numbers: bounds, both included. */
  readonly lower: number;
  readonly upper: number;
  readonly integer: boolean;
  readonly unit: string | undefined;
  /** Values that stand for "missing". */
  readonly absent: readonly string[];
  /** What a missing cell counts as. */
  readonly replacement: string | undefined;
  /** What a cell with none of the categories counts as: an error, another category, missing, or itself. */
  readonly invalid: 'error' | 'missing' | 'self' | { readonly value: string };
  /** The field as expressions see it. */
  readonly func: Func;
}

/** The fields of a schema that the model may use, in the order of the DataDictionary, and its target. */
export interface Schema {
  readonly fields: ReadonlyMap<string, RawField>;
  readonly target: XmlElement | undefined;
}

export function readSchema(root: XmlElement, model: XmlElement, work: Work): Schema {
  const dictionary = new Map<string, XmlElement>();
  for (const field of requiredChild(root, 'DataDictionary').all('DataField')) {
    const name = required(field, 'name');
    if (dictionary.has(name)) throw twice(field, name);
    dictionary.set(name, field);
  }
  const active = new Map<string, XmlElement>();
  const targets: XmlElement[] = [];
  const seen = new Set<string>();
  for (const field of requiredChild(model, 'MiningSchema').all('MiningField')) {
    const name = required(field, 'name');
    if (seen.has(name)) throw twice(field, name);
    seen.add(name);
    const usage = field.get('usageType') ?? 'active';
    if (usage === 'active') active.set(name, field);
    else if (usage === 'target' || usage === 'predicted') {
      const found = dictionary.get(name);
      if (found !== undefined) targets.push(found);
    }
  }
  if (targets.length > 1)
    throw unsupported(model, 'several targets', 'one target field', String(targets.length));
  const fields = new Map<string, RawField>();
  for (const [name, field] of dictionary) {
    const mining = active.get(name);
    if (mining !== undefined) fields.set(name, readField(name, field, mining, work));
  }
  for (const [name, mining] of active)
    if (!fields.has(name))
      throw refuse(mining, 'no such field', {
        code: 'unknown-field',
        expected: 'a field of the DataDictionary',
        got: show(name),
      });
  return { fields, target: targets[0] };
}

function twice(element: XmlElement, name: string): Error {
  return refuse(element, 'the same field twice', {
    code: 'duplicate-name',
    expected: 'another name',
    got: show(name),
  });
}

function readField(name: string, field: XmlElement, mining: XmlElement, work: Work): RawField {
  const type = oneOf<DataType>(field, 'dataType', TYPES, 'string');
  const optype = oneOf(mining, 'optype', ['continuous', 'categorical', 'ordinal'], fieldType(field));
  const values = field.all('Value');
  const valid = values.filter((value) => (value.get('property') ?? 'valid') === 'valid');
  const absent = values
    .filter((value) => value.get('property') === 'missing')
    .map((value) => required(value, 'value'));
  const numeric = NUMBERS.includes(type);
  const intervals = field.all('Interval').map(readInterval);
  if (optype === 'continuous' && !numeric)
    throw unsupported(field, 'a number of another type', NUMBERS.join(', '), show(type));
  // A number of which all possible values are listed is a category.
  const kind =
    optype === 'continuous' && (valid.length === 0 || intervals.length > 0) ? 'number' : 'categories';
  const argument: Argument = {
    name,
    kind,
    numeric: numeric && kind === 'categories',
    truth: type === 'boolean',
    work,
  };
  const labels = kind === 'categories' ? readLabels(valid, argument, type) : undefined;
  const [lower, upper] = kind === 'number' ? bounds(field, intervals, type === 'integer') : [0, 0];
  const replacement = mining.get('missingValueReplacement');
  if (replacement !== undefined && numeric) toNumber(mining, replacement, 'missingValueReplacement');
  if (replacement !== undefined && type === 'boolean') checkTruth(mining, replacement);
  return {
    ...argument,
    element: field,
    type,
    labels,
    lower,
    upper,
    integer: type === 'integer',
    unit: undefined,
    absent,
    replacement,
    invalid: invalidOf(mining),
    // Categories that are numbers may be used as numbers: each needs its own.
    func: withTreatments(
      split(identity(argument), argument.numeric ? [...(labels?.keys() ?? [])] : []),
      mining,
      absent,
      replacement,
    ),
  };
}

function fieldType(field: XmlElement): 'continuous' | 'categorical' | 'ordinal' {
  return oneOf(field, 'optype', ['continuous', 'categorical', 'ordinal'], 'continuous');
}

/** The text that a category compares as: a number's shortest form. */
export function keyOf({ numeric }: Argument, text: string): string {
  if (!numeric) return text;
  const number = parseNumber(text);
  return number === undefined ? text : String(number);
}

function readLabels(
  valid: readonly XmlElement[],
  argument: Argument,
  type: string,
): ReadonlyMap<string, string> | undefined {
  if (valid.length === 0)
    return type === 'boolean'
      ? new Map([
          ['false', 'false'],
          ['true', 'true'],
        ])
      : undefined;
  const labels = new Map<string, string>();
  for (const value of valid) {
    const text = required(value, 'value');
    if (argument.numeric) toNumber(value, text, 'the value');
    if (type === 'boolean') checkTruth(value, text);
    const key = keyOf(argument, text);
    if (labels.has(key) || text === '')
      throw refuse(value, 'a value twice, or empty', {
        code: 'duplicate-name',
        expected: `another value of '${argument.name}'`,
        got: show(text),
      });
    labels.set(key, text);
  }
  return labels;
}

function checkTruth(element: XmlElement, text: string): void {
  if (text !== 'true' && text !== 'false')
    throw refuse(element, 'not a truth', { code: 'bad-element', expected: 'true or false', got: show(text) });
}

/** The hull of intervals that leave no gap, bounds included. */
function bounds(field: XmlElement, intervals: readonly Interval[], integer: boolean): [number, number] {
  if (intervals.length === 0) return [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  const sorted = [...intervals].sort((a, b) => a.left - b.left || a.right - b.right);
  let right = sorted[0];
  for (const next of sorted.slice(1)) {
    const gap =
      next.left > right.right || (next.left === right.right && !next.leftClosed && !right.rightClosed);
    if (gap)
      throw unsupported(
        field,
        'a domain with gaps',
        'intervals that meet',
        `nothing between ${right.right} and ${next.left}`,
      );
    if (next.right > right.right || (next.right === right.right && next.rightClosed)) right = next;
  }
  const first = sorted.find(({ left, leftClosed }) => left === sorted[0].left && leftClosed) ?? sorted[0];
  const low =
    first.leftClosed || !Number.isFinite(first.left)
      ? first.left
      : integer
        ? Math.floor(first.left) + 1
        : above(first.left);
  const high =
    right.rightClosed || !Number.isFinite(right.right)
      ? right.right
      : integer
        ? Math.ceil(right.right) - 1
        : below(right.right);
  return [low, high];
}

function invalidOf(mining: XmlElement): RawField['invalid'] {
  const treatment = oneOf(
    mining,
    'invalidValueTreatment',
    ['returnInvalid', 'asIs', 'asMissing', 'asValue'],
    'returnInvalid',
  );
  if (treatment === 'returnInvalid') return 'error';
  if (treatment === 'asMissing') return 'missing';
  if (treatment === 'asIs') return 'self';
  return { value: required(mining, 'invalidValueReplacement') };
}

/** Values that stand for "missing", and extreme ones, dealt with before anything else sees the field. */
function withTreatments(
  own: Func,
  mining: XmlElement,
  absent: readonly string[],
  replacement: string | undefined,
): Func {
  const replaced: Value = replacement === undefined ? MISSING : literalOf(own, replacement);
  let func = own;
  const outliers = oneOf(mining, 'outliers', ['asIs', 'asMissingValues', 'asExtremeValues'], 'asIs');
  if (outliers !== 'asIs') {
    const [low, high] = [numberOf(mining, 'lowValue'), numberOf(mining, 'highValue')];
    func = byLevel(func, [low, high], mining, (x, value) => {
      const beyond = within(x, low, high);
      if (beyond === undefined) return value;
      return outliers === 'asMissingValues' ? replaced : numberValue(fromDouble(beyond));
    });
  }
  if (absent.length === 0) return func;
  const kept = func;
  const rows = new Map(absent.map((text) => [text, replaced]));
  const marked = matchedAny(kept, rows, KEEP, mining);
  return {
    ...marked,
    pieces: marked.pieces.map((value, p) => (value === KEEP ? pieceAt(kept, marked, p) : value)),
    named: new Map(
      Array.from(marked.named, ([key, value]) => [key, value === KEEP ? valueFor(kept, key) : value]),
    ),
    missing: kept.missing,
  };
}

const KEEP: Value = { kind: 'text', text: '\u0000kept' };

function literalOf(own: Func, text: string): Value {
  const number = parseNumber(text);
  const numeric = own.of?.kind === 'number' || own.of?.numeric === true;
  return numeric && number !== undefined ? numberValue(fromDouble(number)) : { kind: 'text', text };
}

/** The end that a number lies beyond. */
function within(x: Exact, low: number, high: number): number | undefined {
  if (compare(x, fromDouble(low)) < 0) return low;
  return compare(x, fromDouble(high)) > 0 ? high : undefined;
}

/** The piece of `f` that holds piece `p` of a finer function. */
function pieceAt(f: Func, finer: Func, p: number): Value {
  if (f.pieces.length === 1) return f.pieces[0];
  const x = sample(finer, p);
  if (x === undefined) return MISSING;
  const q = f.cuts.findIndex(({ at, after }) => x < at || (x === at && after));
  return f.pieces[q < 0 ? f.cuts.length : q];
}
