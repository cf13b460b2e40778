// Whatever happens to an EBM, the reader answers or refuses with the place; it never breaks and never hangs.

import { FormatError, LimitError, ModelError } from '@xpxlc/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { until } from '../../../../core/test/property.ts';
import { isEbm, readEbm } from '../../../src/import/ebm/ebm.ts';
import { mutated } from '../../mutations.ts';
import { fixture } from '../spreadsheet/agreement.ts';

const seeds = ['ebm/binary.json', 'ebm/classes.json', 'ebm/interactions.json'].map(fixture);

/** Every place in a document. */
function places(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, part]) => places(part, [...path, key]))];
}

function replaced(document: unknown, path: readonly string[], value: unknown): unknown {
  if (path.length === 0) return value;
  const copy = structuredClone(document) as object;
  const parent = path.slice(0, -1).reduce<object>((at, key) => Reflect.get(at, key) as object, copy);
  Reflect.set(parent, path[path.length - 1], value);
  return copy;
}

/** A value somewhere becomes nonsense, or what stands elsewhere in the document. */
const swapped = fc.constantFrom(...seeds).chain((text) => {
  const document: unknown = JSON.parse(text);
  const all = places(document);
  const nonsense = fc.constantFrom<unknown>(
    null,
    0,
    -1,
    1e308,
    '',
    'nan',
    '+inf',
    'x',
    true,
    [],
    {},
    [[]],
    ['x', 'x'],
  );
  const part = fc
    .constantFrom(...all)
    .map((path) => path.reduce<unknown>((at, key) => Reflect.get(at as object, key), document));
  return fc
    .tuple(fc.constantFrom(...all), fc.oneof(nonsense, part))
    .map(([path, value]) => JSON.stringify(replaced(document, path, value)));
});

describe('the reader of EBMs', () => {
  it.each([
    ['text', fc.constantFrom(...seeds).chain(mutated)],
    ['document', swapped],
  ])('answers, or refuses with the place, whatever was done to the %s', (_, damaged) => {
    const seen = { read: 0, refused: 0 };
    // Both ways out are taken.
    until(() => Math.min(seen.read, seen.refused) > 0).holds(600, damaged, (text) => {
      isEbm(text);
      try {
        readEbm(text);
        seen.read += 1;
      } catch (error) {
        if (!(error instanceof FormatError || error instanceof LimitError || error instanceof ModelError))
          throw error;
        expect(error.code).toMatch(/^[a-z]+(-[a-z]+)*$/);
        expect(error.place).toMatch(/^(?:line \d+, column \d+$|\$|feature |classes|features|bias)/);
        seen.refused += 1;
      }
    });
  });

  it('refuses depth without end', () => {
    const deep = `{"version":"1.0","ebm":${'['.repeat(100_000)}`;
    expect(() => readEbm(deep)).toThrow(expect.objectContaining({ code: 'bad-json' }));
  });
});
