import { describe, expect, it } from 'vitest';
import { roundOut } from '../../src/move/round-out.ts';

const real = (lower = Number.NEGATIVE_INFINITY, upper = Number.POSITIVE_INFINITY) =>
  ({ kind: 'real', name: 'x', lower, upper }) as const;
const atLeast = (edge: number) => (x: number) => x >= edge;
const atMost = (edge: number) => (x: number) => x <= edge;

describe('a number rounded outwards', () => {
  it('has the fewest decimals within a tenth of the way', () => {
    expect(roundOut(real(), 30_000, 41_237.432, atLeast(41_237.432))).toBe(41_238);
    expect(roundOut(real(), 0.9, 0.312_345_67, atMost(0.312_345_67))).toBe(0.3);
    expect(roundOut(real(), 60, 49.999_999_999_999_99, atMost(49.999_999_999_999_99))).toBe(49);
    expect(roundOut(real(), 51, 49.999_999_999_999_99, atMost(49.999_999_999_999_99))).toBe(49.9);
  });

  it('may go a thousandth of the size where the way is shorter than that', () => {
    expect(roundOut(real(), 50, 50.000_123_45, atLeast(50.000_123_45))).toBe(50.01);
    expect(roundOut(real(0, 10), 5, 5.000_123_45, atLeast(5.000_123_45))).toBe(5.001);
  });

  it('stays in the domain and where it is good', () => {
    expect(roundOut(real(0, 0.95), 0.1, 0.9123, atLeast(0.9123))).toBe(0.92);
    expect(roundOut(real(0, 0.9124), 0.1, 0.9123, atLeast(0.9123))).toBe(0.9123);
    expect(roundOut(real(), 0, 3.3333333, (x) => x >= 3.3333333 && x <= 3.334)).toBe(3.334);
    expect(roundOut(real(), 0, 1 / 3, (x) => x === 1 / 3)).toBe(1 / 3);
  });

  it('may be a good one just before it', () => {
    const beyond = 3.5 + 1e-12;
    expect(roundOut(real(), 1, beyond, (x) => x === 3.5 || x >= beyond)).toBe(3.5);
    expect(roundOut(real(), 5, 3.5 - 1e-12, (x) => x === 3.5 || x <= 3.5 - 1e-12)).toBe(3.5);
  });

  it('comes from a missing value, too', () => {
    expect(roundOut(real(), Number.NaN, 20.000_000_000_000_004, atLeast(20.000_000_000_000_004))).toBe(20.01);
  });

  it('leaves whole numbers alone', () => {
    expect(roundOut({ ...real(), kind: 'integer' }, 0, 12_345, atLeast(12_345))).toBe(12_345);
  });
});
