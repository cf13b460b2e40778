// Whatever happens to a file, the reader answers or refuses with the place; it never breaks and never hangs.

import { FormatError, LimitError, XpxlcError } from '@xpxlc/core';
import fc from 'fast-check';
import { beforeEach, expect, it } from 'vitest';
import { until } from '../../../../core/test/property.ts';
import { isPmml, readPmml } from '../../../src/import/pmml/index.ts';
import { mutated } from '../../mutations.ts';
import { names, pmml } from './fixtures.ts';

const seeds = names.map(pmml);
/** Pieces that make other documents when they change places: elements, attributes, values. */
const attributes = [...new Set(seeds.flatMap((text) => text.match(/[\w-]+="[^"]*"/g) ?? []))];
const elements = [...new Set(seeds.flatMap((text) => text.match(/<[A-Za-z]+[^<>]*\/>/g) ?? []))];

const swapped = fc
  .tuple(
    fc.constantFrom(...seeds),
    fc.array(
      fc.record({
        at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
        attribute: fc.constantFrom(...attributes),
        element: fc.constantFrom(...elements),
        kind: fc.nat(4),
      }),
      { minLength: 1, maxLength: 4 },
    ),
  )
  .map(([seed, changes]) =>
    changes.reduce((text, { at, attribute, element, kind }) => {
      const pattern = kind < 2 ? /[\w-]+="[^"]*"/g : kind < 4 ? /<[A-Za-z]+[^<>]*\/>/g : /="([^"]*)"/g;
      const found = [...text.matchAll(pattern)];
      if (found.length === 0) return text;
      const hit = found[Math.floor(at * found.length)];
      const put = [attribute, '', element, '', attribute.replace(/^[^=]*/, '')][kind];
      return text.slice(0, hit.index) + put + text.slice(hit.index + hit[0].length);
    }, seed),
  );

const seen = { read: 0, refused: 0 };
beforeEach(() => Object.assign(seen, { read: 0, refused: 0 }));
/** Both ways out are taken. */
const both = () => Math.min(seen.read, seen.refused) > 0;

function check(text: string): void {
  isPmml(text);
  try {
    readPmml(text, { cutoff: 50 });
    seen.read += 1;
  } catch (error) {
    expect(error).toBeInstanceOf(XpxlcError);
    expect(error instanceof FormatError || error instanceof LimitError).toBe(true);
    const { place, code, message } = error as FormatError;
    expect(place).toMatch(/^(\/[^,]*, )?line [1-9]\d*, column [1-9]\d*$/);
    expect(code).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(message.length).toBeLessThan(2000);
    seen.refused += 1;
  }
}

it('answers, or refuses with the place, whatever was done to a text', () => {
  until(both).holds(600, fc.constantFrom(...seeds).chain(mutated), check);
});

it('answers, or refuses with the place, when elements and attributes change places', () => {
  until(both).holds(1500, swapped, check);
});
