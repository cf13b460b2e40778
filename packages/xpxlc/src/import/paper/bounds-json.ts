// Bounds as JSON: a list of entries, or an object with a pair or an entry per feature.
import type { FormatError } from '@xpxlc/core';
import type { PlacedBounds } from './bounds.ts';
import { type Place, quoted, refuse } from './lines.ts';

const START: Place = { line: 1, column: 1 };

/** The entries of a JSON text, checked one by one. */
export function boundsFromJson(text: string): PlacedBounds[] {
  let data: unknown;
  try {
    data = JSON.parse(text.startsWith('\ufeff') ? text.slice(1) : text);
  } catch (error) {
    throw bad(START, 'JSON', quoted((error as Error).message));
  }
  const given: [unknown, unknown][] = Array.isArray(data)
    ? data.map((entry: unknown) => [field(entry, 'name'), entry])
    : Object.entries(data as object);
  return given.map(([name, entry], i) => {
    if (typeof name !== 'string' || name === '') throw bad(START, 'a name', shown(name));
    const at = (): Place => placeOf(text, name, given.slice(0, i).filter(([other]) => other === name).length);
    if (typeof entry !== 'object' || entry === null || (Array.isArray(entry) && entry.length !== 2))
      throw bad(at(), '[lower, upper] or { lower, upper, integer }', shown(entry));
    const [lower, upper, integer] = Array.isArray(entry)
      ? [entry[0], entry[1]]
      : [field(entry, 'lower'), field(entry, 'upper'), field(entry, 'integer')];
    if (integer !== undefined && typeof integer !== 'boolean')
      throw bad(at(), 'integer: true or false', shown(integer));
    return {
      name,
      lower: bound(lower, Number.NEGATIVE_INFINITY, at),
      upper: bound(upper, Number.POSITIVE_INFINITY, at),
      ...(integer === true ? { integer } : {}),
      at,
    };
  });
}

function bound(x: unknown, none: number, at: () => Place): number {
  if (x === undefined || x === null) return none;
  if (typeof x === 'number' && Number.isFinite(x)) return x + 0;
  throw bad(at(), 'a finite number or null', shown(x));
}

function field(entry: unknown, key: string): unknown {
  return typeof entry === 'object' && entry !== null && Object.hasOwn(entry, key)
    ? (entry as Record<string, unknown>)[key]
    : undefined;
}

/** Where a name stands in the text, after so many occurrences of it. */
function placeOf(text: string, name: string, earlier: number): Place {
  const key = JSON.stringify(name);
  let offset = text.indexOf(key);
  for (let k = 0; k < earlier && offset >= 0; k++) offset = text.indexOf(key, offset + 1);
  const before = text.slice(0, Math.max(offset, 0)).split('\n');
  return { line: before.length, column: before[before.length - 1].length + 1 };
}

function bad(at: Place, expected: string, got: string): FormatError {
  return refuse('not bounds', at, { code: 'bad-json', expected, got });
}

function shown(x: unknown): string {
  if (typeof x === 'string') return quoted(x);
  if (Array.isArray(x)) return `a list of ${x.length}`;
  return x === null || typeof x !== 'object' ? String(x) : 'an object';
}
