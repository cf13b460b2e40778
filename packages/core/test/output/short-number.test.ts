import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { below } from '../../src/exact/neighbour.ts';
import { scorecard } from '../../src/model/scorecard.ts';
import { literal, wideLiteral } from '../../src/output/literal.ts';
import { shortEnd, shortNumber, shortValue } from '../../src/output/short-number.ts';
import { reduce, weigh } from '../engine.ts';
import { holds } from '../property.ts';

const double = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.double({ noNaN: true, min: -1000, max: 1000 }),
  fc.integer({ min: -1e6, max: 1e6 }).map((x) => x / 1000),
  fc.constantFrom(0.1 + 0.2, 12.329999999999998, 1e15 / 3, 1e21, 5e-324, Number.MAX_VALUE, 599.9999999999),
);

/** What a text says: a number, or all doubles whose decimals begin so. */
function isMeant(text: string, x: number): boolean {
  if (!text.includes('…')) return Number(text) === x;
  const [begin, end] = text.split('…');
  return [String(x), x.toExponential()].some((all) => all.startsWith(begin) && all.endsWith(end));
}

/** Significant digits. */
function digitsIn(text: string): number {
  return text
    .replace(/e.*$/, '')
    .replace(/[-.…]/g, '')
    .replace(/^0+|0+$/g, '').length;
}

describe('a number for a reader', () => {
  it('has four significant digits, and a whole part that is whole', () => {
    expect(
      [1.2294055084514879, -0.00001234567, 41237.432, 612.25, 1234567.89].map((x) => shortNumber(x)),
    ).toEqual(['1.229', '-0.00001235', '41237', '612.3', '1234568']);
    expect([0, -3, 123456789, 1e14].map((x) => shortNumber(x))).toEqual([
      '0',
      '-3',
      '123456789',
      '100000000000000',
    ]);
    expect([Number.POSITIVE_INFINITY, Number.NaN].map((x) => shortNumber(x))).toEqual(['Infinity', 'NaN']);
  });

  it('has more digits, or is cut off, where it would look like what it is compared with', () => {
    expect(shortNumber(599.99951, [600])).toBe('599.9995');
    expect(shortNumber(599.9999999999, [600])).toBe('599.9999…');
    expect(shortNumber(600.0000000001, [600])).toBe('600.0000…');
    expect(shortNumber(600.0001, [600])).toBe('600.0001');
    expect(shortNumber(600, [600])).toBe('600');
  });

  it('never crosses what it is compared with, and has seven digits at most', () => {
    fc.assert(
      fc.property(double, fc.oneof(double, fc.constant(undefined)), (x, other) => {
        const y = other ?? Number(x.toPrecision(5));
        fc.pre(x !== y);
        const text = shortNumber(x, [y]);
        if (!Number.isInteger(x)) expect(digitsIn(text)).toBeLessThanOrEqual(7);
        if (text.includes('…')) expect(isMeant(text, x)).toBe(true);
        else expect(Math.sign(Number(text) - y) - Math.sign(x - y)).toBe(0);
      }),
    );
  });

  it('is its own value as it was given, or its first digits', () => {
    expect(
      [37.5, 0.1 + 0.2, 12.329999999999998, 12345.678901, 1234567.891, 1e-7 / 3].map(shortValue),
    ).toEqual(['37.5', '0.3000…', '12.32…', '12345.6…', '1.234…e+6', '3.333…e-8']);
    fc.assert(
      fc.property(double, (x) => {
        expect(isMeant(shortValue(x), x)).toBe(true);
      }),
    );
  });
});

describe('the end of a range for a reader', () => {
  it('is exact if short, also as the first number outside', () => {
    expect(shortEnd({ at: 37.5, open: false, direction: -1 }, 40)).toEqual({ text: '37.5', open: false });
    expect(shortEnd({ at: below(50), open: false, direction: 1 }, 40)).toEqual({ text: '50', open: true });
    expect(shortEnd({ at: 3.0000000000000004, open: false, direction: -1 }, 5)).toEqual({
      text: '3',
      open: true,
    });
  });

  it('is rounded into the range otherwise, not past the value in it', () => {
    expect(shortEnd({ at: 12.345678901, open: false, direction: -1 }, 20)).toEqual({
      text: '12.35',
      open: false,
    });
    expect(shortEnd({ at: 12.345678901, open: true, direction: 1 }, 10)).toEqual({
      text: '12.34',
      open: true,
    });
    expect(shortEnd({ at: 12.345678901, open: true, direction: 1 }, 12.34)).toEqual({
      text: '12.345',
      open: true,
    });
    expect(shortEnd({ at: 12.345678901, open: false, direction: 1 }, 12.345678901).text).toBe('12.34…');
    expect(shortEnd({ at: 12.345678901, open: true, direction: 1 }, undefined).text).toBe('12.34…');
    expect(shortEnd({ at: 12.345678901, open: true, direction: 1 }, 12.3456789).text).toBe('12.34567…');
  });

  it('makes the range no wider, and leaves the value in it', () => {
    holds(
      2000,
      double,
      double,
      fc.boolean(),
      fc.constantFrom(1 as const, -1 as const),
      fc.constantFrom(1, 4),
      (at, other, open, direction, fewest) => {
        // Often very near to the end.
        const x = Math.abs(other) < 1 ? at - direction * Math.abs(at * other * 1e-6) : other;
        const isIn = (value: number, end: number, isOpen: boolean): boolean =>
          isOpen ? (end - value) * direction > 0 : (end - value) * direction >= 0;
        fc.pre(isIn(x, at, open));
        const { text, open: shown } = shortEnd({ at, open, direction }, x, fewest);
        if (!Number.isInteger(at)) expect(digitsIn(text)).toBeLessThanOrEqual(7);
        if (text.includes('…')) {
          expect(isMeant(text, at)).toBe(true);
          expect(shown).toBe(open);
          return;
        }
        const end = Number(text);
        expect(isIn(x, end, shown)).toBe(true);
        // What the shown range holds, the exact one does: at its end, and next to it.
        for (const value of [end, below(end), -below(-end)])
          if (isIn(value, end, shown)) expect(isIn(value, at, open)).toBe(true);
      },
    );
  });
});

describe('a literal for readers', () => {
  const cuts = [11.424999999999999, 12.329999999999998, 14.1];
  const card = scorecard({
    classes: ['no', 'yes'],
    features: [{ name: 'x', lower: 0, upper: 99 }],
    cutoff: 5,
    points: [{ cuts, values: [0, 9, 0, 9] }],
  });
  const classifier = reduce(card);
  const few = { digits: 'few' } as const;

  it('rounds the ends of bins towards the value', () => {
    expect(literal(weigh(classifier, [12]), 'x')).toBe('x in [11.424999999999999, 12.329999999999998)');
    expect(literal(weigh(classifier, [12]), 'x', few)).toBe('x in [11.43, 12.32999)');
    expect(literal(weigh(classifier, [12.329]), 'x', few)).toBe('x in [11.43, 12.32999)');
    expect(literal(weigh(classifier, [11.424999999999999]), 'x', few)).toBe('x in [11.42…, 12.32999)');
    expect(literal(weigh(classifier, [20]), 'x', few)).toBe('x ≥ 14.1');
  });

  it('cuts off where no value is known, and in other runs of bins', () => {
    const wide = { feature: 0, region: { kind: 'options', options: [1, 3] } } as const;
    expect(wideLiteral({ classifier }, wide, few)).toBe('x in [11.42…, 12.32…) or x ≥ 14.1');
    expect(wideLiteral(weigh(classifier, [20]), wide, few)).toBe('x in [11.42…, 12.32…) or x ≥ 14.1');
  });
});
