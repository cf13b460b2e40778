import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shortDecimals } from '../../src/exact/short-decimal.ts';
import { anyWeight } from '../arbitraries.ts';
import { holds } from '../property.ts';

describe('numbers with few decimals', () => {
  it('come with fewest decimals first, each the nearest at or beyond the number', () => {
    expect([...shortDecimals(41237.432, 1)].slice(0, 4)).toEqual([41238, 41237.5, 41237.44, 41237.432]);
    expect([...shortDecimals(41237.432, -1)].slice(0, 4)).toEqual([41237, 41237.4, 41237.43, 41237.432]);
    expect([...shortDecimals(-0.0375, -1)].slice(0, 4)).toEqual([-1, -0.1, -0.04, -0.038]);
    expect([...shortDecimals(-0.0375, 1)].slice(0, 4).map((x) => x + 0)).toEqual([0, 0, -0.03, -0.037]);
    expect([...shortDecimals(0, 1)][0]).toBe(0);
  });

  it('leave out digits of very small numbers, or all of them', () => {
    expect([...shortDecimals(7.7777e-26, 1)].slice(0, 3)).toEqual([8e-26, 7.8e-26, 7.78e-26]);
    expect([...shortDecimals(7.7777e-26, -1)].slice(0, 3)).toEqual([0, 7e-26, 7.7e-26]);
  });

  it('leave out digits where there are no decimals', () => {
    expect([...shortDecimals(1.2345e20, 1)].slice(0, 3)).toEqual([2e20, 1.3e20, 1.24e20]);
    expect([...shortDecimals(-Number.MAX_VALUE, 1)].slice(0, 2)).toEqual([-1e308, -1.7e308]);
  });

  it('are never before the number, in either direction', () => {
    holds(300, fc.oneof(anyWeight, fc.double({ noNaN: true, noDefaultInfinity: true })), (x) => {
      for (const up of shortDecimals(x, 1)) expect(up >= x).toBe(true);
      for (const down of shortDecimals(x, -1)) expect(down <= x).toBe(true);
    });
  });
});
