import { describe, expect, it } from 'vitest';
import { fraction } from '../../src/count/fraction.ts';
import { InstanceError } from '../../src/errors.ts';
import { Attribution } from '../../src/query/attribution.ts';
import { count } from '../../src/query/count.ts';
import { expectError } from '../expect-error.ts';
import { coverProblem } from '../problems.ts';

describe('attribution over many instances', () => {
  it('adds up explanations and frequencies, and gives shares by explanation and by instance', () => {
    const sum = new Attribution(3);
    for (const threshold of [1, 2, 3.5])
      sum.add(count(coverProblem([2, 2, 1], threshold), { frequency: true }));
    // Above 1: {0}, {1}. Above 2: {0, 1}, {0, 2}, {1, 2}. Above 3.5: {0, 1}.
    expect(sum).toMatchObject({ instances: 3, explanations: 6n, frequency: [4n, 4n, 2n] });
    expect([0, 1, 2].map((i) => sum.share(i))).toEqual([
      fraction(2n, 3n),
      fraction(2n, 3n),
      fraction(1n, 3n),
    ]);
    expect([0, 1, 2].map((i) => sum.meanShare(i))).toEqual([
      13 / 18, // (1/2 + 2/3 + 1) / 3
      13 / 18,
      2 / 9,
    ]);
  });

  it('takes thousands of instances with counts that have nothing in common', () => {
    const sum = new Attribution(1);
    for (let k = 0; k < 5000; k++) {
      const total = 10n ** 15n + 2n * BigInt(k) + 1n;
      sum.add({ count: total, frequency: [total / 3n] });
    }
    expect(sum.meanShare(0)).toBeCloseTo(1 / 3, 14);
  });

  it('is nothing of nothing', () => {
    const sum = new Attribution(1);
    expect([sum.share(0), sum.meanShare(0)]).toEqual([fraction(0n, 1n), 0]);
    sum.add(count(coverProblem([1], -1), { kind: 'cxp', frequency: true }));
    expect(sum).toMatchObject({ instances: 1, explanations: 0n });
    expect(sum.meanShare(0)).toBe(0);
  });

  it('needs frequencies, one per feature', () => {
    const sum = new Attribution(2);
    const error = { code: 'bad-frequency', place: 'frequency', expected: '2 numbers' };
    const problem = coverProblem([2, 2, 1], 1);
    expectError(() => sum.add(count(problem)), InstanceError, { ...error, got: 'none' });
    expectError(() => sum.add(count(problem, { frequency: true })), InstanceError, { ...error, got: '3' });
    expect(sum.instances).toBe(0);
  });
});

describe('a fraction', () => {
  it('is in lowest terms, with the nearest double', () => {
    expect(fraction(6n, 4n)).toEqual({ numerator: 3n, denominator: 2n, value: 1.5 });
    expect(fraction(1n, 3n).value).toBe(1 / 3);
    expect(fraction(10n ** 400n, 3n * 10n ** 400n).value).toBe(1 / 3);
    expect(fraction(5n, 0n)).toEqual({ numerator: 0n, denominator: 1n, value: 0 });
  });
});
