// What the best set found within a budget is, against the brute-force truth.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { smallest } from '../../src/query/smallest.ts';
import { smallestKnown } from '../../src/query/smallest-known.ts';
import { anyCase } from '../arbitraries.ts';
import { holds, until } from '../property.ts';

export function knownLaws(times = 300): void {
  const steps = fc.oneof(fc.integer({ min: 0, max: 6 }), fc.constant(Number.POSITIVE_INFINITY));

  describe('the smallest explanation known within a budget', () => {
    it('is a minimal explanation; none is smaller than its bound, and where it is complete none is smaller than it', () => {
      let open = 0;
      until(() => open > 0).holds(times, anyCase({ maxFeatures: 8 }), steps, (c, most) => {
        const axps = c.oracle.axps();
        const least = Math.min(...axps.map((set) => set.length));
        const { features, complete, atLeast } = smallestKnown(c.weigh(), { budget: { steps: most } });
        expect(axps).toContainEqual(features);
        expect(atLeast).toBeLessThanOrEqual(least);
        expect(complete).toBe(atLeast === features.length);
        if (complete) expect(features).toHaveLength(least);
        else open += 1;
        if (most === Number.POSITIVE_INFINITY) expect(features).toEqual(smallest(c.weigh()));
      });
    });

    it('is a minimal contrast towards a class, with a true bound', () => {
      holds(times, anyCase({ maxFeatures: 5, classes: 3, finite: true }), steps, (c, most) => {
        const problem = c.weigh();
        const target = (problem.classIndex + 1) % 3;
        const cxps = c.oracle.towards(target);
        const known = smallestKnown(problem, { kind: 'cxp', target, budget: { steps: most } });
        if (cxps.length === 0) {
          expect(known).toBeUndefined();
          return;
        }
        const least = Math.min(...cxps.map((set) => set.length));
        expect(cxps).toContainEqual(known?.features);
        expect(known?.atLeast).toBeLessThanOrEqual(least);
        expect(known?.complete).toBe(known?.atLeast === known?.features.length);
      });
    });
  });
}
