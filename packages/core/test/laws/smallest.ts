// What a smallest explanation is, against the brute-force truth.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SmallestOptions } from '../../src/query/smallest-known.ts';
import type { Weighed } from '../../src/weigh/problem.ts';
import { anyCase } from '../arbitraries.ts';
import { order } from '../oracle/fraction.ts';
import { holds, law } from '../property.ts';
import { lexicographic } from './sets.ts';

/** An implementation of {@link smallest}. */
export interface Minimiser {
  readonly name: string;
  readonly classes: 'two' | 'any';
  /** Of two classes, the one with the heaviest drops is promised. */
  readonly heaviest: boolean;
  smallest(problem: Weighed, options: SmallestOptions): number[] | undefined;
}

export function smallestLaws({ name, classes, heaviest, smallest }: Minimiser, times = 300): void {
  const cases = anyCase({ maxFeatures: 7, ...(classes === 'two' ? { classes: 2 } : {}) });

  describe(name, () => {
    law('is a minimal explanation, and none has fewer features', times, cases, (c) => {
      const axps = c.oracle.axps();
      const found = smallest(c.weigh(), {});
      expect(axps).toContainEqual(found);
      expect(found?.length).toBe(Math.min(...axps.map((set) => set.length)));
    });

    it('is a minimal contrast, and none has fewer features; nothing when there is none', () => {
      holds(times, cases, (c) => {
        const cxps = c.oracle.cxps();
        const found = smallest(c.weigh(), { kind: 'cxp' });
        if (cxps.length === 0) {
          expect(found).toBeUndefined();
        } else {
          expect(cxps).toContainEqual(found);
          expect(found?.length).toBe(Math.min(...cxps.map((set) => set.length)));
        }
      });
    });

    if (!heaviest) return;
    it('takes of two classes the heaviest drops, of equal ones the first', () => {
      const two = anyCase({ maxFeatures: 7, classes: 2 });
      holds(times, two, fc.constantFrom('axp' as const, 'cxp' as const), (c, kind) => {
        const { oracle } = c;
        const found = smallest(c.weigh(), { kind });
        const [rival] = oracle.rivals;
        const rank = [...oracle.all].sort((i, j) => {
          const [a, b] = [oracle.drop(rival, i), oracle.drop(rival, j)];
          if (a === undefined || b === undefined)
            return Number(a !== undefined) - Number(b !== undefined) || i - j;
          return order(b, a) || i - j;
        });
        const toRanks = (set: readonly number[]): number[] =>
          set.map((i) => rank.indexOf(i)).sort((a, b) => a - b);
        const sets = (kind === 'axp' ? oracle.axps() : oracle.cxps()).filter(
          (set) => set.length === found?.length,
        );
        const [first] = sets.sort((a, b) => lexicographic(toRanks(a), toRanks(b)));
        expect(found).toEqual(first);
      });
    });
  });
}
