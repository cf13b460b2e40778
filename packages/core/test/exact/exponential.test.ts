import { describe, expect, it } from 'vitest';
import { exponential } from '../../src/exact/exponential.ts';
import { normalUpTo } from '../../src/exact/normal.ts';
import { exactly, order } from '../oracle/fraction.ts';

/** A decimal of forty digits, as a fraction. */
function decimal(text: string): { num: bigint; den: bigint } {
  const [digits, exponent = '0'] = text.split('e');
  const [whole, rest = ''] = digits.split('.');
  const power = BigInt(rest.length) - BigInt(exponent);
  const num = BigInt(whole + rest);
  return power >= 0n ? { num, den: 10n ** power } : { num: num * 10n ** -power, den: 1n };
}

function around([low, high]: readonly [number, number], truth: string, width: number): void {
  expect(order(exactly(low), decimal(truth))).toBeLessThanOrEqual(0);
  expect(order(exactly(high), decimal(truth))).toBeGreaterThanOrEqual(0);
  expect(high - low).toBeLessThanOrEqual(width);
}

describe('exponential', () => {
  // Computed with mpmath at forty digits.
  it.each([
    [-1e-9, '0.9999999990000000004999999375517419378767'],
    [-0.1, '0.9048374180359595681413923842169355953091'],
    [-1.5, '0.2231301601484298289332804707640125213422'],
    [-20.25, '1.605228055185611608653934309109539657171e-9'],
    [-300.125, '4.543270750163927312500550157737480448173e-131'],
    [-700.5, '5.980196118639791206412107330495100047981e-305'],
  ])('of %f lies between two near doubles', (x, truth) => {
    around(exponential(x), truth, Number(truth) * 2 ** -49);
  });

  it('is 1 at 0, 0 at minus infinity, and small beyond the normal doubles', () => {
    expect(exponential(0)).toEqual([1, 1]);
    expect(exponential(Number.NEGATIVE_INFINITY)).toEqual([0, 0]);
    expect(exponential(-1000)).toEqual([0, 2 ** -1021]);
    around(exponential(5e-324), '1', 2 ** -49);
  });
});

describe('normalUpTo', () => {
  it.each([
    [0, '0.5'],
    [0.1, '0.5398278372770289836689339077021273528112'],
    [1, '0.8413447460685429485852325456320379224779'],
    [2.5, '0.9937903346742238648330218954258077788721'],
    [-1, '0.1586552539314570514147674543679620775221'],
    [-3, '0.001349898031630094526651814767594977377829'],
    [6, '0.999999999013412354962301859299135867602'],
    [-6, '9.865876450376981407008641323980420186698e-10'],
    [40, '1'],
    [-40, '0'],
  ])('of %f lies between two near doubles', (z, truth) => {
    around(normalUpTo(z), truth, 1e-12);
  });
});
