// Counting explanations, against all of them listed by brute force.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { enumerate } from '../../src/query/enumerate.ts';
import { tally } from '../../src/query/tally.ts';
import { anyCase } from '../arbitraries.ts';
import { holds } from '../property.ts';

export function countingLaws(times = 250): void {
  const cases = anyCase({ maxFeatures: 7 });
  const kinds = fc.constantFrom('axp' as const, 'cxp' as const);

  describe('counting explanations', () => {
    it('gives their number, their sizes and how often each feature occurs', () => {
      holds(times, cases, kinds, (c, kind) => {
        const sets = kind === 'axp' ? c.oracle.axps() : c.oracle.cxps();
        expect(tally(c.weigh(), { kind })).toEqual({ complete: true, ...tallied(sets, c.instance.length) });
      });
    });

    it('counts with a limit the first ones of the list, and says when that was not all', () => {
      holds(times, cases, kinds, fc.nat(8), (c, kind, limit) => {
        const sets = Array.from(enumerate(c.weigh(), { kind }), (set) => set.features);
        const complete = sets.length <= limit;
        const first = tallied(sets.slice(0, limit), c.instance.length);
        expect(tally(c.weigh(), { kind, limit })).toEqual({ complete, ...first });
      });
    });
  });
}

export function tallied(sets: readonly (readonly number[])[], features: number) {
  const largest = Math.max(-1, ...sets.map((set) => set.length));
  const sizes = Array.from(
    { length: largest + 1 },
    (_, size) => sets.filter((set) => set.length === size).length,
  );
  const frequency = Array.from({ length: features }, (_, i) => sets.filter((set) => set.includes(i)).length);
  return { count: sets.length, sizes, frequency };
}
