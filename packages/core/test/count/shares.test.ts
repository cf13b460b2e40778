import { describe, expect, it } from 'vitest';
import { Account } from '../../src/count/account.ts';
import { certainHalves } from '../../src/count/certain-halves.ts';
import { PLAIN, prime } from '../../src/count/modulus.ts';
import { checkShare, countingFactors, shareOf } from '../../src/count/shares.ts';
import { totalOf } from '../../src/count/total.ts';
import { LimitError } from '../../src/errors.ts';
import { toCover } from '../../src/weigh/cover.ts';
import { coverProblem, sequence } from '../problems.ts';

describe('carrying values along the halves', () => {
  const weights = sequence(91, 90, 6).map((w) => w + 1);
  const cover = toCover(coverProblem(weights, 40).rivals[0], 'axp');
  const halves = certainHalves(cover, new Account());
  const factors = countingFactors(halves.m);

  it('gives the same whether all levels are kept or some made again', () => {
    // More levels on each side than lie between two that are kept.
    expect(Math.min(halves.top.length, halves.bottom.length)).toBeGreaterThan(16);
    for (const modulus of [PLAIN, prime(0)])
      expect(shareOf(halves, factors, modulus, 0)).toEqual(shareOf(halves, factors, modulus));
  });

  it('gives the total first, in numbers and in remainders', () => {
    const total = totalOf(halves, new Account());
    expect(total).toBeLessThan(2n ** 53n);
    expect(BigInt(shareOf(halves, factors, PLAIN)[0])).toBe(total);
    const { p } = prime(3);
    expect(BigInt(shareOf(halves, factors, prime(3))[0])).toBe(total % BigInt(p));
  });

  it('needs less memory when some levels are made again, and says so before', () => {
    const entriesOf = ({ before }: { before: number }): number => before;
    const all = [...halves.top, ...halves.bottom].map(entriesOf).reduce((a, b) => a + b, 0);
    const refused = (bytes: number, mostKept?: number): boolean => {
      try {
        checkShare(halves, new Account({ memory: bytes }), mostKept);
        return false;
      } catch (error) {
        expect(error).toBeInstanceOf(LimitError);
        return true;
      }
    };
    expect(refused(8 * all)).toBe(true);
    expect(refused(8 * all, 0)).toBe(false);
    expect(refused(12 * all)).toBe(false);
    expect(refused(all, 0)).toBe(true);
  });
});
