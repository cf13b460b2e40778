import { add, fromDouble, multiply, subtract } from '@xpxlc/core/exact';
import { describe, expect, it } from 'vitest';
import { law } from '../../../../core/test/property.ts';
import { nearest } from '../../../src/import/nearest-double.ts';
import { plainText, shortText, toNumber } from '../../../src/import/paper/numbers.ts';
import { anyDouble } from './arbitraries.ts';

describe('numbers', () => {
  it('are decimals with or without sign, point and exponent', () => {
    const texts = ['1', '-1', '+1', '1.', '.5', '-.5', '1.5', '1e3', '1.E-3', '+.5e+1', '007', '-0'];
    expect(texts.map(toNumber)).toEqual([1, -1, 1, 1, 0.5, -0.5, 1.5, 1000, 0.001, 5, 7, 0]);
  });

  it('are nothing else', () => {
    const texts = [
      '',
      '.',
      '-',
      'e3',
      '1e',
      '0x10',
      'NaN',
      'Infinity',
      '-inf',
      '1_000',
      '1,5',
      '١',
      '1 ',
      '1n',
      '0b1',
    ];
    expect(texts.filter((text) => toNumber(text) !== undefined)).toEqual([]);
  });

  it('beyond the doubles are refused, below them are 0', () => {
    expect([toNumber('1e999'), toNumber('1e-999')]).toEqual([undefined, 0]);
  });

  law('read back as they were written, with and without exponent', 2000, anyDouble, (x) => {
    expect(plainText(x)).toMatch(/^-?\d+(\.\d+)?$/);
    expect(toNumber(plainText(x))).toBe(x);
    expect(toNumber(shortText(x))).toBe(x);
  });

  it('are written without exponent digit by digit', () => {
    expect([1e21, -1.5e-7, 5e-324, 123.25, 0, -0].map(plainText)).toEqual([
      '1000000000000000000000',
      '-0.00000015',
      `0.${'0'.repeat(323)}5`,
      '123.25',
      '0',
      '0',
    ]);
  });

  it('of a million digits take no time', () => {
    const digits = '1'.repeat(1e6);
    expect(toNumber(`0.${digits}`)).toBeCloseTo(0.111);
    expect([toNumber(`${digits}x`), toNumber(digits)]).toEqual([undefined, undefined]);
  });
});

describe('exact sums and products', () => {
  law('are those of doubles when a double holds them', 3000, anyDouble, anyDouble, (a, b) => {
    const sum = a + b;
    const { value, exact } = nearest(add(fromDouble(a), fromDouble(b)));
    // A sum of doubles is the double nearest to the exact sum.
    expect(value).toBe(sum + 0);
    if (exact) expect(subtract(add(fromDouble(a), fromDouble(b)), fromDouble(sum)).m).toBe(0n);
    expect(nearest(multiply(fromDouble(a), fromDouble(b))).value).toBe(a * b + 0);
  });

  it('know when a double does not hold them', () => {
    const third = add(fromDouble(0.1), fromDouble(0.2));
    expect([nearest(third).exact, nearest(add(fromDouble(0.25), fromDouble(0.5))).exact]).toEqual([
      false,
      true,
    ]);
    expect(nearest(add(fromDouble(1e308), fromDouble(1e308)))).toEqual({
      value: Number.POSITIVE_INFINITY,
      exact: false,
    });
    expect(nearest(multiply(fromDouble(5e-324), fromDouble(0.5)))).toEqual({ value: 0, exact: false });
  });
});
