import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fixed2, general15, numberIn } from '../../../src/cli/legacy/perl-numbers.ts';

describe('two decimals', () => {
  it.each([
    [0, '0.00'],
    [6.934782608695652, '6.93'],
    [1.005, '1.00'],
    [-0.001, '-0.00'],
    [2 ** 60, '1152921504606846976.00'],
    [1e22, '10000000000000000000000.00'],
    [Number.POSITIVE_INFINITY, 'Inf'],
  ])('of %d are %s', (x, text) => {
    expect(fixed2(x)).toBe(text);
  });

  it('of exact halves are even', () => {
    expect([0.125, 0.375, 2.625, 2.875, -0.125, 90427935430093.125].map(fixed2)).toEqual([
      '0.12',
      '0.38',
      '2.62',
      '2.88',
      '-0.12',
      '90427935430093.12',
    ]);
  });

  it('are those nearest to the exact value, even ones of two', () => {
    const eighths = fc.integer({ min: -(10 ** 9), max: 10 ** 9 }).map((x) => x / 8);
    const any = fc.double({ min: -1e9, max: 1e9, noNaN: true, noDefaultInfinity: true });
    fc.assert(
      fc.property(fc.oneof(eighths, any), (x) => {
        expect(Number(fixed2(x)) + 0).toBe(nearestHundredth(x) + 0);
      }),
    );
  });
});

describe('fifteen digits', () => {
  it.each([
    [0, '0'],
    [-0, '-0'],
    [0.1, '0.1'],
    [0.30000000000000004, '0.3'],
    [-9.99200722162641e-16, '-9.99200722162641e-16'],
    [0.0001, '0.0001'],
    [0.00001, '1e-05'],
    [123456, '123456'],
    [999999999999999.5, '1e+15'],
    [1e15, '1e+15'],
    [1e100, '1e+100'],
    [5e-324, '4.94065645841247e-324'],
    [12345678901234.56, '12345678901234.6'],
    [Number.NEGATIVE_INFINITY, '-Inf'],
    [Number.NaN, 'NaN'],
  ])('of %d are %s', (x, text) => {
    expect(general15(x)).toBe(text);
  });

  it('of exact halves are even', () => {
    expect([100000000000000.5, 100000000000001.5].map(general15)).toEqual([
      '100000000000000',
      '100000000000002',
    ]);
  });

  it('of a number with so many digits are the number', () => {
    fc.assert(
      fc.property(fc.integer({ min: -(10 ** 15), max: 10 ** 15 }), fc.nat(20), (digits, places) => {
        const x = Number(`${digits}e-${places}`);
        expect(Number(general15(x)) + 0).toBe(x + 0);
      }),
    );
  });
});

describe('the number in a text', () => {
  it.each([
    ['5', 5, true],
    [' 5 ', 5, true],
    ['-3', -3, true],
    ['1e1', 10, true],
    ['.5', 0.5, true],
    ['5abc', 5, false],
    ['abc', 0, false],
    ['', 0, false],
  ])("'%s' is %d", (text, value, clean) => {
    expect(numberIn(text)).toEqual({ value, clean });
  });
});

/** In big integers: the multiple of 1/100 nearest to x, the even one of two. */
function nearestHundredth(x: number): number {
  // Doubles of this size are multiples of 2^-1074.
  const bits = 1074n;
  const text = new DataView(new ArrayBuffer(8));
  text.setFloat64(0, Math.abs(x));
  const pattern = text.getBigUint64(0);
  const biased = pattern >> 52n;
  const fraction = pattern & 0xfffffffffffffn;
  const scaled = 100n * (biased === 0n ? fraction : (fraction | 0x10000000000000n) << (biased - 1n));
  const below = scaled >> bits;
  const rest = 2n * (scaled - (below << bits));
  const up = rest > 1n << bits || (rest === 1n << bits && below % 2n === 1n);
  return Number(`${x < 0 ? '-' : ''}${below + (up ? 1n : 0n)}e-2`);
}
