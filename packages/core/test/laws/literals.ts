// What a literal says must be enough: an explanation whose features stay in their literals keeps the class.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ownRegion } from '../../src/move/region.ts';
import { given } from '../../src/output/given.ts';
import { rule } from '../../src/output/rule.ts';
import { anyCase } from '../arbitraries.ts';
import { keepsClass, regionHas, widerRegions } from '../oracle/region.ts';
import { atLeast, holds, until } from '../property.ts';

export function literalLaws(times = 200): void {
  describe('the literals of an explanation', () => {
    it('hold of the instance and together keep the class', () => {
      holds(times, anyCase({ maxFeatures: 6 }), fc.nat(), (c, which) => {
        const problem = c.weigh();
        const axps = c.oracle.axps();
        const set = axps[which % axps.length];
        const literals = set.map((feature) => ({ feature, region: ownRegion(problem, feature) }));
        for (const literal of literals) {
          expect(regionHas(c.additive, literal, c.instance[literal.feature])).toBe(true);
        }
        expect(keepsClass(c.oracle, literals)).toBe(true);
        const [text, taken] = rule(problem, set).split(' GIVEN ');
        expect(taken).toBe(given(problem).length === 0 ? undefined : given(problem).join(' AND '));
        expect(text.endsWith(` c${problem.classIndex}`)).toBe(true);
        expect(text.split(' AND ').length).toBe(Math.max(1, set.length));
        for (const i of set) expect(text).toMatch(new RegExp(`\\bf${i}\\b`));
      });
    });

    it('of numbers are as wide as costs nothing against any rival', () => {
      let wide = 0;
      until(() => wide > atLeast(times)).holds(times, anyCase({ maxFeatures: 4 }), (c) => {
        const problem = c.weigh();
        for (const feature of c.oracle.all) {
          const region = ownRegion(problem, feature);
          if (region.kind === 'options') continue;
          const lowest = (lower: number, upper: number) =>
            c.oracle.rivals.map((k) => c.oracle.lowestBetween(k, feature, lower, upper));
          const here = lowest(c.instance[feature], c.instance[feature]);
          expect(lowest(region.lower, region.upper)).toEqual(here);
          for (const wider of widerRegions(c.additive, { feature, region })) {
            if (wider.kind !== 'interval') continue;
            expect(lowest(wider.lower, wider.upper)).not.toEqual(here);
            wide += 1;
          }
        }
      });
    });
  });
}
